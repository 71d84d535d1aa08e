import { lazy, Suspense } from "react";
import { Link, Route, Switch, useRoute } from "wouter";
import { useApi } from "#web/api/use-api.ts";
import { Heading } from "#web/parts/heading.tsx";
import { Waiting } from "#web/parts/notice.tsx";
import { SignOut } from "./sign-out.tsx";

const Overview = lazy(() => import("./overview.tsx").then((part) => ({ default: part.Overview })));
const Playground = lazy(() => import("./playground.tsx").then((part) => ({ default: part.Playground })));
const ApiKeys = lazy(() => import("./api-keys.tsx").then((part) => ({ default: part.ApiKeys })));
const Usage = lazy(() => import("./usage.tsx").then((part) => ({ default: part.Usage })));
const Billing = lazy(() => import("./billing.tsx").then((part) => ({ default: part.Billing })));

const pages = [
  ["/account", "Overview", Overview],
  ["/account/playground", "Playground", Playground],
  ["/account/keys", "API keys", ApiKeys],
  ["/account/usage", "Usage", Usage],
  ["/account/billing", "Plan and billing", Billing],
] as const;

function PageLink({ path, name }: { readonly path: string; readonly name: string }) {
  const [here] = useRoute(path);
  return (
    <Link href={path} aria-current={here ? "page" : undefined}>
      {name}
    </Link>
  );
}

function Who() {
  const { data } = useApi("GET /v1/users/me", {});
  return (
    <div className="who">
      <p className="who-name">{data?.name || data?.username || "…"}</p>
      <p className="soft">{data?.email}</p>
      <SignOut />
    </div>
  );
}

const NoSuchPage = () => (
  <>
    <Heading title="There is no such page" />
    <p>
      <Link href="/account">To the overview</Link>
    </p>
  </>
);

/** What whoever is signed in sees: where to go, and the page that is shown. */
export const Account = () => (
  <div className="account">
    <a className="skip" href="#main">
      Skip to the content
    </a>
    <header className="side">
      <a className="brand" href="/">
        <span className="mark" aria-hidden="true" />
        Speech service
      </a>
      <nav aria-label="Account">
        {pages.map(([path, name]) => (
          <PageLink key={path} path={path} name={name} />
        ))}
        <a href="/docs">Documentation</a>
      </nav>
      <Who />
    </header>
    <main id="main" tabIndex={-1}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          {pages.map(([path, , page]) => (
            <Route key={path} path={path} component={page} />
          ))}
          <Route component={NoSuchPage} />
        </Switch>
      </Suspense>
    </main>
  </div>
);

import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { Loading } from "./components/notice.tsx";

const PublicPage = lazy(() => import("./pages/public/public-page.tsx").then((part) => ({ default: part.PublicPage })));
const Account = lazy(() => import("./account.tsx").then((part) => ({ default: part.Account })));

/** The public page, and those of the account; each brings its own scripts. */
export const App = () => (
  <Suspense fallback={<Loading />}>
    <Switch>
      <Route path="/account/*?" component={Account} />
      <Route component={PublicPage} />
    </Switch>
  </Suspense>
);

import {
  AudioLines,
  Bell,
  BookOpen,
  BookText,
  BookType,
  Boxes,
  ChartColumn,
  ChartLine,
  CircleUser,
  Clock,
  CreditCard,
  House,
  KeyRound,
  ListOrdered,
  type LucideIcon,
  MessageSquare,
  MicVocal,
  Users,
  Webhook,
} from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link, Redirect, Route, Switch, useLocation, useRoute } from "wouter";
import { Problem } from "./api/problem.ts";
import type { UserProfile } from "./api/types.ts";
import { useApi } from "./api/use-api.ts";
import { AccountMenu, SignOut } from "./components/account-menu.tsx";
import { billingPath, billingViewNames, billingViews } from "./components/billing-view.ts";
import { CommandPalette } from "./components/command-palette.tsx";
import { formatNumber } from "#web/format.ts";
import { CreditAlerts } from "./components/credit-alerts.tsx";
import { QueryBoundary, Loading } from "./components/notice.tsx";
import { ownWordsPath } from "./components/own-words.ts";
import { PageHeading } from "./components/page-heading.tsx";
import { studioPath } from "./components/studio-path.ts";
import { SideBar } from "./components/side-bar.tsx";
import { SkipLink } from "./components/site-brand.tsx";
import { NotFoundPage } from "./components/not-found-page.tsx";
import { t } from "./messages/translate.ts";
import { useAttention, waitingByPage } from "./components/use-attention.ts";

const Overview = lazy(() => import("./pages/overview/overview.tsx").then((part) => ({ default: part.Overview })));
const Studio = lazy(() => import("./pages/studio/studio.tsx").then((part) => ({ default: part.Studio })));
const History = lazy(() => import("./pages/history/history.tsx").then((part) => ({ default: part.History })));
const Documents = lazy(() => import("./pages/documents/documents.tsx").then((part) => ({ default: part.Documents })));
const Transcribe = lazy(() => import("./pages/studio/transcribe.tsx").then((part) => ({ default: part.Transcribe })));
const Live = lazy(() => import("./pages/studio/live.tsx").then((part) => ({ default: part.Live })));
const Voices = lazy(() => import("./pages/voices/voices.tsx").then((part) => ({ default: part.Voices })));
const OwnWords = lazy(() => import("./pages/own-words/own-words.tsx").then((part) => ({ default: part.OwnWords })));
const ApiKeys = lazy(() => import("./pages/api-keys/api-keys.tsx").then((part) => ({ default: part.ApiKeys })));
const Webhooks = lazy(() => import("./pages/webhooks/webhooks.tsx").then((part) => ({ default: part.Webhooks })));
const Usage = lazy(() => import("./pages/usage/usage.tsx").then((part) => ({ default: part.Usage })));
const Billing = lazy(() => import("./pages/billing/billing.tsx").then((part) => ({ default: part.Billing })));
const Profile = lazy(() => import("./pages/profile/profile.tsx").then((part) => ({ default: part.Profile })));

const Device = lazy(() => import("./pages/device/device.tsx").then((part) => ({ default: part.Device })));
const Admin = lazy(() => import("./pages/admin/admin.tsx").then((part) => ({ default: part.Admin })));

const pages = [
  ["/account", t("Overview"), Overview, House],
  [studioPath, t("Studio"), Studio, AudioLines],
  ["/account/documents/:id?", t("Documents"), Documents, BookText],
  ["/account/history/:id?", t("History"), History, Clock],
  ["/account/voices", t("Voices"), Voices, MicVocal],
  [ownWordsPath, t("Own words"), OwnWords, BookType],
  ["/account/keys", t("API keys"), ApiKeys, KeyRound],
  ["/account/webhooks/:id?", t("Webhooks"), Webhooks, Webhook],
  ["/account/usage", t("Usage"), Usage, ChartColumn],
  ["/account/billing", t("Plan and billing"), Billing, CreditCard],
  ["/account/profile", t("Profile"), Profile, CircleUser],
] as const;

/** The pages of the admins: where each is, what its link says, the addresses that belong to it, and its icon. */
const adminPages = [
  ["/account/admin/statistics", t("Statistics"), "/account/admin/statistics", ChartLine],
  ["/account/admin/tickets", t("Tickets"), "/account/admin/tickets", MessageSquare],
  ["/account/admin/accounts", t("Accounts"), "/account/admin/accounts/*?", Users],
  ["/account/admin/events", t("Provider events"), "/account/admin/events", Bell],
  ["/account/admin/queues", t("Queues"), "/account/admin/queues", ListOrdered],
  ["/account/admin/models", t("Models"), "/account/admin/models", Boxes],
] as const;

/** The further pages of the studio, to which the first one leads. */
const studioPages = [
  ["/account/transcribe", Transcribe],
  ["/account/live", Live],
] as const;
/** Leads links of earlier releases on, with what they choose. */
const FormerStudio = () => <Redirect to={`${studioPath}${location.search}`} replace />;

/** The page that a program without a browser sends a person to. */
const devicePath = "/account/device";

interface PageLinkProps {
  readonly path: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** The addresses that belong to the page. */
  readonly within?: string;
  /** The number of things that wait there. */
  readonly waiting?: number | undefined;
}

const addressOf = (path: string): string => path.replace("/:id?", "");

function PageLink({ path, name, icon: Icon, within = path, waiting = 0 }: PageLinkProps) {
  const [address] = useLocation();
  const [isOpen] = useRoute(within);
  const here = isOpen || (path === studioPath && studioPages.some(([other]) => other === address));
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (here) link.current?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [here]);
  return (
    <Link ref={link} href={addressOf(path)} aria-current={here ? "page" : undefined}>
      <Icon aria-hidden="true" />
      {name}
      {waiting > 0 && (
        <span className="count">
          {formatNumber(waiting)}
          <span className="visually-hidden"> {t("need attention")}</span>
        </span>
      )}
    </Link>
  );
}

/** The name of the page at an address in the navigation; the longest path that the address begins with decides. */
function nameOfPage(address: string): string {
  const known: readonly (readonly [path: string, name: string, ...rest: unknown[]])[] = [
    ...pages,
    ...adminPages,
    ...studioPages.map(([path]) => [path, t("Studio")] as const),
    [devicePath, t("API keys")],
  ];
  const within = known.filter(([path]) => `${address}/`.startsWith(`${addressOf(path)}/`));
  return within.toSorted(([left], [right]) => right.length - left.length)[0]?.[1] ?? t("Overview");
}

function AdminLinks() {
  const { data } = useAttention();
  const waiting = data === undefined ? {} : waitingByPage(data);
  return (
    <>
      <p className="side-title">{t("For admins")}</p>
      {adminPages.map(([path, name, within, icon]) => (
        <PageLink key={path} path={path} name={name} within={within} icon={icon} waiting={waiting[path]} />
      ))}
    </>
  );
}

const NotForYou = () => (
  <NotFoundPage
    title={t("You do not have access to this page")}
    text={t("It is for admins. Ask one of them to give you the role.")}
  />
);

/** The page of a person whose account an admin has blocked. */
const Blocked = ({ text }: { readonly text: string }) => (
  <main id="main">
    <PageHeading title={t("Account blocked")} />
    <p>{text}</p>
    <SignOut />
  </main>
);

/** The pages of a signed-in account. Nothing is requested before the session is known; without one the client redirects to sign-in. */
export function Account() {
  const me = useApi("GET /v1/users/me", {});
  if (me.error instanceof Problem && me.error.status === 401) return <Loading>{t("Redirecting to sign-in…")}</Loading>;
  if (me.error instanceof Problem && me.error.status === 403) return <Blocked text={me.error.message} />;
  return <QueryBoundary query={me}>{(profile) => <SignedIn profile={profile} />}</QueryBoundary>;
}

/** The pages that a search leads to, by their names. */
const searchedPages = ({ role }: UserProfile) => [
  ...[...pages, ...(role === "admin" ? adminPages : [])].map(([path, name]) => ({ name, address: addressOf(path) })),
  ...billingViews.slice(1).map((view) => ({
    name: `${t("Plan and billing")} › ${billingViewNames[view]}`,
    address: billingPath(view),
    ...(view === "payments" && { keywords: t("receipt, invoice, refund, order") }),
  })),
  { name: t("Transcribe a recording"), address: "/account/transcribe" },
  { name: t("Live transcription"), address: "/account/live" },
  { name: t("New document"), address: "/account/documents/new" },
  { name: t("Batches"), address: "/account/history/batches" },
  { name: t("My voices"), address: "/account/voices?view=mine" },
  { name: t("Pronunciation dictionary"), address: ownWordsPath },
  { name: t("Lists of key terms"), address: ownWordsPath },
];

/** Where to go, which page is shown, and who is signed in. */
function Navigation({ profile }: { readonly profile: UserProfile }) {
  const [address] = useLocation();
  return (
    <SideBar address={address} here={nameOfPage(address)} footer={<AccountMenu profile={profile} />}>
      <CommandPalette pages={searchedPages(profile)} />
      {pages.map(([path, name, , icon]) => (
        <PageLink key={path} path={path} name={name} icon={icon} />
      ))}
      <a href="/docs">
        <BookOpen aria-hidden="true" />
        {t("Documentation")}
      </a>
      {profile.role === "admin" && <AdminLinks />}
    </SideBar>
  );
}

/** The page that is shown, beside where to go and who is signed in. */
const SignedIn = ({ profile }: { readonly profile: UserProfile }) => (
  <div className="account">
    <SkipLink />
    <Navigation profile={profile} />
    <main id="main" tabIndex={-1}>
      <CreditAlerts />
      <Suspense fallback={<Loading />}>
        <Switch>
          {pages.map(([path, , page]) => (
            <Route key={path} path={path} component={page} />
          ))}
          <Route path="/account/admin/*?" component={profile.role === "admin" ? Admin : NotForYou} />
          {studioPages.map(([path, page]) => (
            <Route key={path} path={path} component={page} />
          ))}
          <Route path="/account/playground" component={FormerStudio} />
          <Route path={devicePath} component={Device} />
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
      </Suspense>
    </main>
  </div>
);

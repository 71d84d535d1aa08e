import { lazy } from "react";
import { Route, Switch } from "wouter";
import { NoSuchPage } from "#web/parts/no-such-page.tsx";

const Tickets = lazy(() => import("./tickets.tsx").then((part) => ({ default: part.Tickets })));
const Accounts = lazy(() => import("./accounts.tsx").then((part) => ({ default: part.Accounts })));
const OneAccount = lazy(() => import("./one-account.tsx").then((part) => ({ default: part.OneAccount })));
const Events = lazy(() => import("./events.tsx").then((part) => ({ default: part.Events })));
const Queues = lazy(() => import("./queues.tsx").then((part) => ({ default: part.Queues })));

/** What admins see beside their own account. The API refuses all of it to everybody else. */
export const Admin = () => (
  <Switch>
    <Route path="/account/admin/tickets" component={Tickets} />
    <Route path="/account/admin/accounts" component={Accounts} />
    <Route path="/account/admin/accounts/:userId">{({ userId }) => <OneAccount key={userId} userId={userId} />}</Route>
    <Route path="/account/admin/events" component={Events} />
    <Route path="/account/admin/queues" component={Queues} />
    <Route>
      <NoSuchPage />
    </Route>
  </Switch>
);

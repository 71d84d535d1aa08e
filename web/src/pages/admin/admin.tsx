import { lazy } from "react";
import { Route, Switch } from "wouter";
import { NotFoundPage } from "#web/components/not-found-page.tsx";

const Statistics = lazy(() => import("./statistics.tsx").then((part) => ({ default: part.Statistics })));
const Tickets = lazy(() => import("./tickets.tsx").then((part) => ({ default: part.Tickets })));
const Accounts = lazy(() => import("./accounts.tsx").then((part) => ({ default: part.Accounts })));
const AccountDetail = lazy(() => import("./account-detail.tsx").then((part) => ({ default: part.AccountDetail })));
const Events = lazy(() => import("./events.tsx").then((part) => ({ default: part.Events })));
const Models = lazy(() => import("./models.tsx").then((part) => ({ default: part.Models })));
const Queues = lazy(() => import("./queues.tsx").then((part) => ({ default: part.Queues })));

/** The pages that admins see beside their own account. The API refuses it to all other accounts. */
export const Admin = () => (
  <Switch>
    <Route path="/account/admin/statistics" component={Statistics} />
    <Route path="/account/admin/tickets" component={Tickets} />
    <Route path="/account/admin/accounts" component={Accounts} />
    <Route path="/account/admin/accounts/:userId">
      {({ userId }) => <AccountDetail key={userId} userId={userId} />}
    </Route>
    <Route path="/account/admin/events" component={Events} />
    <Route path="/account/admin/queues" component={Queues} />
    <Route path="/account/admin/models" component={Models} />
    <Route>
      <NotFoundPage />
    </Route>
  </Switch>
);

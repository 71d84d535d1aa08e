import { Link } from "wouter";
import { EmptyState } from "#web/components/notice.tsx";

/** Where there is no request yet: how to make the first one. */
export const EmptyHistory = () => (
  <EmptyState>
    <p>
      No requests yet. Try the <Link href="/account/playground">playground</Link>, or create an{" "}
      <Link href="/account/keys">API key</Link> and call the API.
    </p>
  </EmptyState>
);

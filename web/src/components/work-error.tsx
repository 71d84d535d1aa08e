import { Link } from "wouter";
import { paymentRequired, Problem } from "#web/api/problem.ts";
import { ErrorNotice } from "./notice.tsx";

/** Why work was refused or failed, and where credits come from when those are what is missing. */
export const WorkError = ({ error }: { readonly error: unknown }) => (
  <>
    <ErrorNotice error={error} />
    {error instanceof Problem && error.status === paymentRequired && (
      <p>
        Choose a plan to get more credits: <Link href="/account/billing">plan and billing</Link>.
      </p>
    )}
  </>
);

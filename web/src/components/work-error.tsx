import { Link } from "wouter";
import { paymentRequired, Problem } from "#web/api/problem.ts";
import { ErrorNotice } from "./notice.tsx";
import { t } from "#web/messages/translate.ts";

interface WorkErrorProps {
  readonly error: unknown;
  /** Does it again. */
  readonly retry?: () => void;
}

/** Why work was refused or failed, and where credits come from when those are what is missing. */
export function WorkError({ error, retry }: WorkErrorProps) {
  const lacksCredits = error instanceof Problem && error.status === paymentRequired;
  return (
    <ErrorNotice error={error} retry={lacksCredits ? undefined : retry}>
      {lacksCredits && (
        <Link className="button quiet" href="/account/billing">
          {t("See plans")}
        </Link>
      )}
    </ErrorNotice>
  );
}

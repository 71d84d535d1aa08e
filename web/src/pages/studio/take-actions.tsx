import { Link } from "wouter";
import { DeleteRequest } from "#web/components/requests/delete-request.tsx";
import { requestPath } from "#web/components/requests/request-status.tsx";
import { t } from "#web/messages/translate.ts";

/** The ways to use and delete takes, each by its request. */
export interface TakeCalls {
  /** Puts the text of a request, and its settings, into the form. */
  readonly onUse: (requestId: string) => void;
  readonly onDeleted: (requestId: string) => void;
}

interface TakeActionsProps extends TakeCalls {
  readonly requestId: string;
  readonly title: string;
  /** False where the text is markup, or gone. */
  readonly usable: boolean;
}

/** The actions of a take that has ended. */
export const TakeActions = ({ requestId, title, usable, onUse, onDeleted }: TakeActionsProps) => (
  <span className="row-actions">
    {usable && (
      <button type="button" className="button quiet" onClick={() => onUse(requestId)}>
        {t("Use again")}
      </button>
    )}
    <Link className="button quiet" href={requestPath(requestId)} aria-label={t("Details of {title}", { title })}>
      {t("Details")}
    </Link>
    <DeleteRequest
      requestId={requestId}
      label={t("Delete {title}", { title })}
      onDeleted={() => onDeleted(requestId)}
    />
  </span>
);

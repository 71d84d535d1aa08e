import type { SpokenValues } from "#web/api/speak.ts";
import type { SpeechRequest } from "#web/api/types.ts";
import { DeleteRequest } from "#web/components/requests/delete-request.tsx";
import { hasPlainText } from "#web/components/requests/has-plain-text.ts";
import { isStopped } from "#web/components/requests/spoken-part.ts";
import { t } from "#web/messages/translate.ts";
import { ContinueTake } from "#web/components/takes/continue-take.tsx";

/** The ways to use and delete takes, each by its request. */
export interface TakeCalls {
  /** True while a take is being spoken: the rest of another one waits. */
  readonly isSpeaking: boolean;
  /** Puts the text of a request, and its settings, into the form. */
  readonly onUse: (requestId: string) => void;
  /** Speaks the rest of a text that was stopped. */
  readonly onContinue: (values: SpokenValues) => void;
  readonly onDeleted: (requestId: string) => void;
}

interface TakeActionsProps extends TakeCalls {
  readonly requestId: string;
  readonly title: string;
  /** The request itself; undefined until it is known. */
  readonly request: SpeechRequest | undefined;
  /** Whether another take speaks its rest already; false when absent. */
  readonly isContinued?: boolean;
}

/** The actions of a take that has ended. */
export const TakeActions = ({ requestId, title, request, isContinued = false, ...calls }: TakeActionsProps) => (
  <span className="row-actions">
    {request !== undefined && hasPlainText(request) && isStopped(request) && !isContinued && (
      <ContinueTake request={request} {...calls} />
    )}
    {(request === undefined || hasPlainText(request)) && (
      <button type="button" className="button quiet" onClick={() => calls.onUse(requestId)}>
        {t("Use again")}
      </button>
    )}
    <DeleteRequest
      requestId={requestId}
      label={t("Delete {title}", { title })}
      onDeleted={() => calls.onDeleted(requestId)}
    />
  </span>
);

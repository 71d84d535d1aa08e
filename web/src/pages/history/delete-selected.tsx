import type { DeletedRequests, SpeechRequestSummary } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { formatCount, formatNumber } from "#web/format.ts";
import { requestTitle } from "#web/components/requests/request-title.tsx";
import { t } from "#web/messages/translate.ts";

const namedAtMost = 5;

interface DeleteSelectedProps {
  readonly requests: readonly SpeechRequestSummary[];
  readonly onDeleted: (result: DeletedRequests) => void;
}

/** Deletes several requests at once, all or none of those that are still there, after naming them. */
export function DeleteSelected({ requests, onDeleted }: DeleteSelectedProps) {
  const { mutateAsync } = useApiMutation("POST /v1/speech/requests/delete", [
    "GET /v1/speech/requests",
    "GET /v1/usage",
  ]);
  const what = formatCount(requests.length, "request");
  const unnamed = requests.length - namedAtMost;
  const remove = async (): Promise<void> =>
    onDeleted(await mutateAsync({ body: { request_ids: requests.map(({ request_id: id }) => id) } }));
  return (
    <ConfirmDialog
      trigger={t("Delete")}
      triggerLabel={t("Delete {requests}", { requests: what })}
      title={t("Delete {requests}?", { requests: what })}
      action={t("Delete {requests}", { requests: what })}
      keep={t("Cancel")}
      onConfirm={remove}
    >
      <ul className="deleted-titles">
        {requests.slice(0, namedAtMost).map((request) => (
          <li key={request.request_id}>{requestTitle(request)}</li>
        ))}
        {unnamed > 0 && <li className="soft">{t("and {number} more", { number: formatNumber(unnamed) })}</li>}
      </ul>
      <p>
        {requests.some((request) => request.finished_at === null)
          ? t(
              "Their texts and audio are deleted. Work that has not ended stops and costs nothing, except what was already sent of speech that is being played. What they cost stays in the usage report. This cannot be undone.",
            )
          : t("Their texts and audio are deleted. What they cost stays in the usage report. This cannot be undone.")}
      </p>
    </ConfirmDialog>
  );
}

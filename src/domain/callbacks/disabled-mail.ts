import type { Db } from "#db/schema.ts";
import type { AccountMails, MailContent } from "#src/domain/account-mails/send-account-mails.ts";
import { momentOf } from "#src/domain/account-mails/wording.ts";

interface NoticeKey {
  readonly endpoint_id: string;
  readonly disabled_at: Date;
}

/** The e-mails to accounts whose endpoint was disabled because it failed; they are written down with that. */
export const endpointNotices: AccountMails<NoticeKey> = {
  table: "webhook_endpoint_notices",
  key: ["endpoint_id", "disabled_at"],
  name: "webhook notice",
  insert: () => Promise.resolve(),
  idOf: ({ endpoint_id: id, disabled_at: at }) => `webhook-endpoint-disabled-${id}-${at.getTime()}`,
  compose: composeNotice,
};

/** Null when the endpoint works again. */
async function composeNotice(
  db: Db,
  { endpoint_id: id, disabled_at: at }: NoticeKey,
  publicUrl: string,
): Promise<MailContent | null> {
  const endpoint = await db
    .selectFrom("webhook_endpoints")
    .select(["url", "failures", "failing_since", "disabled_reason"])
    .where("id", "=", id)
    .where("state", "=", "disabled")
    .where("disabled_at", "=", at)
    .executeTakeFirst();
  if (endpoint === undefined || endpoint.url === null || endpoint.disabled_reason === "account") return null;
  const { url, failures, failing_since: since, disabled_reason: reason } = endpoint;
  const days = since === null ? "" : ` since ${momentOf(since)}`;
  return {
    subject: "A webhook endpoint was disabled",
    paragraphs: [
      reason === "gone"
        ? `${url} answered 410 Gone, so it is not called any more.`
        : `${url} failed ${failures} times in a row${days}, so it is not called any more.`,
      "Events from now on are not kept for it. Correct the receiver, then enable the endpoint.",
    ],
    action: { label: "Webhook endpoints", url: `${publicUrl}/account/webhooks` },
  };
}

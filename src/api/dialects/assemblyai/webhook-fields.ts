import type { CallbackForm } from "#src/api/callbacks/forms.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { field, refuse } from "#src/api/validation/field.ts";
import { headerValue } from "#src/api/validation/header-value.ts";
import { parseText, text, textKeywords } from "#src/api/validation/text.ts";
import type { SingleCallback } from "#src/domain/callbacks/single-callback.ts";

/** Characters. */
const addressMax = 2_000;
const nameMax = 255;

/** Headers that a call has of its own, or that say how it is read. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...["connection", "content-encoding", "content-length", "content-type", "expect", "host", "keep-alive"],
  ...["te", "trailer", "transfer-encoding", "upgrade", "user-agent"],
]);

/** The name of a header (RFC 9110, 5.6.2). */
const headerName = field<string>(
  (raw) => {
    const parsed = parseText(raw, { max: nameMax });
    if (!parsed.ok) return parsed;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(parsed.value)) return refuse(valueError("it is no name of a header"));
    const name = parsed.value.toLowerCase();
    const isOwn = ownHeaders.has(name) || /^(?:proxy|webhook)-/.test(name);
    return isOwn ? refuse(valueError("this header is set by the service, send another")) : parsed;
  },
  textKeywords({ min: 1, max: nameMax }),
);

/** The fields of a call that name the address which is called when the work has ended. */
export const webhookFields = {
  webhook_url: text({ max: addressMax })
    .optional()
    .meta({
      description:
        "An https address that gets `transcript_id` and `status` when the work has ended. Shown without its query.",
      examples: ["https://example.com/hook"],
    }),
  webhook_auth_header_name: headerName.optional(),
  webhook_auth_header_value: headerValue().optional(),
} as const;

interface WebhookFields {
  readonly webhook_url?: string | undefined;
  readonly webhook_auth_header_name?: string | undefined;
  readonly webhook_auth_header_value?: string | undefined;
}

/** The name that rows have. */
export const assemblyAiFormName = "assemblyai";

/** The address that is called when the work has ended; null for none. */
export function callbackOf(fields: WebhookFields): SingleCallback | null {
  const { webhook_url: url = "", webhook_auth_header_name: name, webhook_auth_header_value: value } = fields;
  if (url === "") return null;
  const headers = name === undefined || value === undefined ? {} : { [name.toLowerCase()]: value };
  return { url, field: "webhook_url", form: assemblyAiFormName, headers };
}

/** The id of the transcript and whether it is there; its words are fetched by the receiver. */
export const assemblyAiForm: CallbackForm = {
  body: (_db, { subjectId, type }) => {
    const status = type === "speech.request.completed" ? "completed" : "error";
    return Promise.resolve(JSON.stringify({ transcript_id: subjectId, status }));
  },
};

import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { Resources } from "#src/platform/resources.ts";
import { callbackUrl } from "./callback-url.ts";
import { ensureDefaultEndpoint } from "./endpoints.ts";
import { openSecretBox } from "./secret-box.ts";

/** An address that one call names, to be called when its request has ended. */
export interface SingleCallback {
  readonly url: string;
  /** The field of the call that holds it. Default: `callback_url`. */
  readonly field?: string;
  /** The name of the form of body and headers (`src/api/callbacks/forms.ts`). Default: `standard`. */
  readonly form?: string;
  readonly method?: "POST" | "PUT";
  /** Headers that are sent as well; they are kept encrypted. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The choices of the call that the form needs. */
  readonly options?: unknown;
}

/** A callback that is ready to be written with its request. */
export interface PreparedCallback extends Required<Pick<SingleCallback, "url" | "form" | "method">> {
  readonly userId: string;
  readonly sealedHeaders: Buffer | null;
  readonly options: string | null;
}

/**
 * Checks the address, before anything of the call is kept, and makes the secret of the account if there is none.
 * @throws DomainError `callback_url_refused`
 */
export async function prepareCallback(
  resources: Pick<Resources, "db" | "config" | "outbound">,
  userId: string,
  { url, field = "callback_url", form = "standard", method = "POST", headers, options }: SingleCallback,
): Promise<PreparedCallback> {
  const address = callbackUrl(resources.outbound, url, field);
  await ensureDefaultEndpoint(resources, userId);
  const sealedHeaders = headers === undefined ? null : (await openSecretBox(resources)).seal(JSON.stringify(headers));
  return {
    ...{ userId, url: address, form, method, sealedHeaders },
    options: options === undefined ? null : JSON.stringify(options),
  };
}

/** Writes the callback in the transaction that writes its request or voice; it waits for the end of that. */
export async function insertSingleCallback(
  db: Db,
  subjectId: string,
  { userId, url, form, method, sealedHeaders, options }: PreparedCallback,
): Promise<void> {
  await sql`
    insert into webhook_deliveries
      (id, endpoint_id, event_id, subject_id, url, form, method, sealed_headers, options, status)
    select gen_random_uuid(), id, ${subjectId}::uuid, ${subjectId}::uuid, ${url}, ${form}, ${method},
      ${sealedHeaders}::bytea, ${options}::jsonb, 'waiting'
    from webhook_endpoints where user_id = ${userId}::uuid and url is null for key share`.execute(db);
}

import { z } from "zod";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { checkAnswer } from "./openapi.ts";

/** An answer as it arrived. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The parsed body; undefined when it is not JSON. Of a 422 of our own only `detail`, since the client checks the rest of it. */
  readonly json: unknown;
  /** Reads the content of the envelope of a success by a schema. */
  data<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
}

export interface CallOptions {
  readonly key?: string | undefined;
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as multipart/form-data. */
  readonly form?: FormData;
  /** Sent as it is. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface Client {
  readonly baseUrl: string;
  /** Every answer is held against the OpenAPI document. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

const envelope = z.object({ success: z.literal(true), data: z.unknown() });

/** Calls a running service the way its users do. */
export const openClient = (baseUrl: string): Client => ({
  baseUrl,
  call: async (method, path, options = {}) => {
    const response = await fetch(`${baseUrl}${path}`, requestOf(method, path, options));
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson =
      bytes.length > 0 && /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get("content-type") ?? "");
    const body: unknown = isJson ? JSON.parse(bytes.toString()) : undefined;
    const { status, headers } = response;
    checkAnswer({ method, path: new URL(`${baseUrl}${path}`).pathname, status, headers, json: body });
    const json = isJson && status === 422 && dialectAt(path) === null ? inputProblems(body, headers) : body;
    return { status, headers, bytes, json, data: (schema) => schema.parse(envelope.parse(json).data) };
  },
});

const inputError = z.strictObject({
  detail: z.array(z.unknown()).max(100),
  code: z.string(),
  docs_url: z.url(),
  request_id: z.uuid(),
});

/** The rows of a 422 whose answer also has the fields that every error has. */
function inputProblems(body: unknown, headers: Headers): { readonly detail: readonly unknown[] } {
  const { detail, code, docs_url: docsUrl, request_id: requestId } = inputError.parse(body);
  if (!docsUrl.endsWith(`/docs/errors#${code}`)) throw new Error(`${docsUrl} does not explain ${code}.`);
  if (requestId !== headers.get("x-request-id")) throw new Error(`${requestId} is not the id of the call.`);
  return { detail };
}

/** A key where the dialect of the path wants it. */
function keyHeader(path: string, key: string): Readonly<Record<string, string>> {
  const dialect = dialectAt(path)?.name;
  if (dialect === "openai") return { authorization: `Bearer ${key}` };
  if (dialect === "assemblyai") return { authorization: key };
  if (dialect === "deepgram") return { authorization: `Token ${key}` };
  if (dialect === "sarvam") return { "api-subscription-key": key };
  return { [dialect === "elevenlabs" ? "xi-api-key" : "x-api-key"]: key };
}

function requestOf(method: string, path: string, options: CallOptions): RequestInit {
  const { key, cookie, headers, json, form, body } = options;
  const sent = form ?? body ?? (json === undefined ? undefined : JSON.stringify(json));
  return {
    method,
    redirect: "manual",
    headers: {
      ...(json !== undefined && { "content-type": "application/json" }),
      ...(key !== undefined && keyHeader(path, key)),
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  };
}

/** A form with one audio file and text fields. */
export function audioForm(audio: Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  form.set("audio", new Blob([audio]), "recording");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

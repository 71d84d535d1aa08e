import fc, { type Arbitrary } from "fast-check";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import type { CallOptions } from "#harness/clients/client.ts";
import { allowed, forbidden, type Schema, schema, spoilt } from "#test/support/generated-cases.ts";
import { startIssuer } from "#test/support/issuer.ts";
import { openApiDocument } from "#src/api/openapi.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";
import { startPaymentProvider } from "#harness/payments/payment-provider.ts";
import { makeAdmin } from "#test/support/rows.ts";
import { startService, type TestService } from "#test/support/service.ts";
import { newPaymentSecret } from "#harness/payments/signed-payment-event.ts";
import { newWebhookSecret } from "#harness/identity/signed-webhook.ts";
import { speech, tone } from "#harness/audio/sounds.ts";

/** The seed of the cases. A different one gives other cases, which hold as well. */
const seed = 20_261_120;
/** The number of cases of each kind, for each operation and credential. */
const casesOfKind = 3;

const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.enum(["path", "query", "header"]), schema })).default([]),
  requestBody: z
    .object({ required: z.boolean().default(false), content: z.record(z.string(), z.object({ schema })) })
    .optional(),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  responses: z.record(z.string(), z.unknown()),
});
type Operation = z.output<typeof operation>;

const document = openApiDocument(routes, readConfig({}));

/** The same with what its references name in their place; no schema of a body refers to itself. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== "object" || value === null) return value;
  const name = "$ref" in value ? String(value.$ref).replace(/^.*\//, "") : null;
  if (name !== null) return resolved(document.components.schemas[name]);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner)]));
}

const { paths } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
  .parse({ paths: resolved(document.paths) });
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), ...described })),
);

const provider = await startPaymentProvider();
const issuer = await startIssuer();
let service: TestService;
let sounds: readonly Uint8Array<ArrayBuffer>[];
const keys = { user: "", admin: "", unknown: newApiKey() };

test.before(async () => {
  service = await startService({
    workers: ["synthesis", "transcription"],
    env: {
      ...{ API_KEYS_MAX: "100000", IDENTITY_WEBHOOK_SECRET: newWebhookSecret() },
      ...{ ...provider.env, PAYMENT_WEBHOOK_SECRET: newPaymentSecret(), ...issuer.env },
    },
  });
  const [user, admin] = [await service.account(), await service.account()];
  await makeAdmin(service.resources, admin.userId);
  Object.assign(keys, { user: user.key, admin: admin.key });
  sounds = [await speech("one two three"), tone(0.1), new Uint8Array(0), new TextEncoder().encode("no sound at all")];
});
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** A call, and whether the document forbids it. */
interface Case {
  readonly path: string;
  readonly options: CallOptions;
  readonly isForbidden: boolean;
}

type Parameter = Operation["parameters"][number];
const inLocation = (parameters: readonly Parameter[], location: Parameter["in"]) =>
  parameters.filter((parameter) => parameter.in === location);

/** False for a parameter of which any text will do. */
const isBounded = ({ schema: { type, enum: words, maxLength, pattern, format } }: Parameter): boolean =>
  type !== "string" || [words, maxLength, pattern, format].some((bound) => bound !== undefined);

/** One part of the call at a time is spoilt: what else is wrong would hide it. */
function casesOf(op: Operation & { readonly path: string }): Arbitrary<Case> {
  const good = goodCase(op);
  const bad = [
    ...inLocation(op.parameters, "query")
      .filter(isBounded)
      .map((parameter) =>
        fc.tuple(good, forbiddenInQuery(parameter.schema)).map(([call, value]) => ({
          ...call,
          path: `${call.path.split("?", 1)[0]}?${encodeURIComponent(parameter.name)}=${value}`,
          isForbidden: true,
        })),
      ),
    ...bodySchemas(op).map(([mediaType, of]) =>
      fc
        .tuple(good, spoiltBody(mediaType, { of, isRequired: op.requestBody?.required ?? false }))
        .map(([call, body]) => ({
          ...call,
          options: { ...call.options, ...body },
          isForbidden: true,
        })),
    ),
  ];
  return fc.oneof(good, ...bad, oddCase(op));
}

const bodySchemas = ({ requestBody }: Operation): readonly (readonly [string, Schema])[] =>
  Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema: of }]) => [mediaType, of] as const);

function goodCase(op: Operation & { readonly path: string }): Arbitrary<Case> {
  const [body] = bodySchemas(op).map(([mediaType, of]) => goodBody(mediaType, of));
  return fc
    .record({
      path: pathOf(op),
      query: fc.record(record(inLocation(op.parameters, "query"), allowed), { requiredKeys: [] }),
      headers: headersOf(op),
      body: body ?? fc.constant({}),
    })
    .map(({ path, query, headers, body: sent }) => ({
      path: `${path}?${queryText(query)}`,
      options: { headers, ...sent },
      isForbidden: false,
    }));
}

const queryText = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  ).toString();

const record = <Value>(parameters: readonly Parameter[], of: (one: Schema) => Arbitrary<Value>) =>
  Object.fromEntries(parameters.map((parameter) => [parameter.name, of(parameter.schema)]));

/** An empty segment would make another path of it. */
const pathOf = ({ path, parameters }: { readonly path: string; readonly parameters: readonly Parameter[] }) =>
  fc
    .record(
      record(inLocation(parameters, "path"), (of) =>
        fc.oneof(
          allowed(of).filter((value) => value !== ""),
          oddSegment,
        ),
      ),
    )
    .map((values) => path.replaceAll(/\{(\w+)\}/g, (_, name) => String(Reflect.get(values, String(name)))));

/** A part of a path that is no path of its own. */
const oddSegment = fc.oneof(
  fc.constantFrom("%00", "%F0%9F%98%80", "%", "%ZZ", "%2e%2e%2f", "null", "-1", "'", "1e9"),
  fc.string({ minLength: 1, maxLength: 50 }).map((text) => encodeURIComponent(text).replaceAll(".", "%2E")),
);

const headerText = fc.stringMatching(/^[!-~][ -~]{0,40}$/);

const headersOf = ({ parameters }: Operation): Arbitrary<Record<string, string>> =>
  fc
    .record(
      record(inLocation(parameters, "header"), () => headerText),
      { requiredKeys: [] },
    )
    // Waiting is what takes time.
    .map((headers) => ({ ...headers, Prefer: "wait=2" }));

const goodBody = (mediaType: string, of: Schema): Arbitrary<CallOptions> =>
  mediaType === "multipart/form-data"
    ? formOf(of, fc.constantFrom(...[0, 1, 2, 3]))
    : allowed(of).map((json) => ({ json }));

interface RequestBody {
  readonly of: Schema;
  readonly isRequired: boolean;
}

const spoiltBody = (mediaType: string, { of, isRequired }: RequestBody): Arbitrary<CallOptions> =>
  mediaType === "multipart/form-data"
    ? spoiltForm(of)
    : fc.oneof(
        spoilt(of).map((json) => ({ json })),
        noJson(mediaType).filter(({ body }) => isRequired || body !== ""),
      );

const noJson = (mediaType: string): Arbitrary<CallOptions> =>
  fc
    .constantFrom("", "{", "[[[[", "\u0000", '{"a":1}}', "nul")
    .map((body) => ({ body, headers: { "content-type": mediaType } }));

/** Without a sound, with what is none, or with a language that is not supported. */
function spoiltForm(of: Schema): Arbitrary<CallOptions> {
  const { language } = of.properties ?? {};
  const unknown = { ...of, properties: { ...of.properties, language: { enum: ["tlh", "x".repeat(11)] } } };
  return fc.oneof(
    formOf(of, fc.constantFrom(2, 3)),
    formOf(of, fc.constant(null)),
    ...(language === undefined ? [] : [formOf(unknown, fc.constant(0))]),
  );
}

/** Its fields, and one of the sounds by its number, or no file. */
const formOf = ({ properties = {} }: Schema, sound: Arbitrary<number | null>): Arbitrary<CallOptions> =>
  fc
    .tuple(fc.record(Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, allowed(of)]))), sound)
    .map(([fields, number]) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) if (name !== "audio") form.set(name, String(value));
      const bytes = number === null ? undefined : sounds[number];
      if (bytes !== undefined) form.set("audio", new Blob([bytes]), "sound");
      return { form };
    });

const forbiddenInQuery = (of: Schema): Arbitrary<string> =>
  of.type === "string" && of.enum === undefined && of.pattern === undefined && of.format === undefined
    ? fc.constantFrom("x".repeat((of.maxLength ?? 0) + 1), "%00")
    : forbidden({ ...of, type: of.type })
        .filter((value) => ["string", "number"].includes(typeof value) && value !== "")
        .map((value) => encodeURIComponent(String(value).toWellFormed()))
        // No server reads a longer one.
        .filter((text) => text.length < 4_000);

/** Requests that no schema describes: other media types, broken encodings, parameters twice. Anything but an error of ours will do. */
const oddCase = (op: Operation & { readonly path: string }): Arbitrary<Case> =>
  fc
    .record({
      path: pathOf(op),
      query: fc.constantFrom("?", "?page=1&page=2", "?%00=%00", "?%ZZ", "?limit[]=1", `?${"a".repeat(4_000)}`),
      body: fc.constantFrom<CallOptions>(
        {},
        { body: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } },
        { body: "{}", headers: { "content-type": "application/json; charset=latin1" } },
        { body: "--x\r\n", headers: { "content-type": "multipart/form-data; boundary=x" } },
        { body: "--x\r\n", headers: { "content-type": "multipart/form-data" } },
        { body: new Uint8Array([0xff, 0xfe, 0x00]), headers: { "content-type": "application/json" } },
        { body: `${"[".repeat(100)}${"]".repeat(100)}`, headers: { "content-type": "application/json" } },
        { body: "{}", headers: { "content-type": "application/json", "content-encoding": "gzip" } },
      ),
    })
    .map(({ path, query, body }) => ({ path: `${path}${query}`, options: body, isForbidden: false }));

const hasBody = (method: string): boolean => method !== "GET" && method !== "HEAD";

/** @throws Error by the client when the document does not describe the answer */
async function answered(method: string, { path, options }: Case, key: string | undefined) {
  const { headers = {} } = options;
  const sent = hasBody(method) ? options : { headers };
  return service.call(method, path, { ...sent, ...(key !== undefined && { key }) });
}

function describe(method: string, { path, options }: Case): string {
  const body = options.json === undefined ? (options.body ?? "a form, or nothing") : options.json;
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(options.headers ?? {})} ${JSON.stringify(body).slice(0, 300)}`;
}

async function tryAll(t: ExecutionContext, op: (typeof operations)[number], key: string | undefined): Promise<void> {
  const isSecured = op.security.length > 0 && !op.security.some((way) => Object.keys(way).length === 0);
  for (const one of fc.sample(casesOf(op), { seed, numRuns: casesOfKind * 3 })) {
    const what = describe(op.method, one);
    const answer = await answered(op.method, one, key).catch((error: unknown) => String(error));
    if (typeof answer === "string") {
      t.fail(`${what}: ${answer}`);
      continue;
    }
    if ("101" in op.responses) {
      // The tests of sockets try the credentials and the queries of calls that do open one.
      t.true([400, 404, 422, 426].includes(answer.status), `${what}: ${answer.status}`);
      continue;
    }
    t.true(answer.status < 500, `${what}: ${answer.status} ${answer.bytes.toString().slice(0, 300)}`);
    if (one.isForbidden) t.true(answer.status >= 400, `${what}: ${answer.status}`);
    // Sarvam has no 401.
    const unknown = [401, 404, ...(op.security.some((way) => "sarvam" in way) ? [403] : [])];
    if (isSecured && (key === undefined || key === keys.unknown)) t.true(unknown.includes(answer.status), what);
  }
}

for (const op of operations) {
  test.serial(`${op.method} ${op.path} answers as documented, whatever it is sent`, async (t) => {
    t.timeout(300_000);
    for (const key of [keys.user, keys.admin, undefined, keys.unknown]) await tryAll(t, op, key);
  });
}

test.after("the service still runs", async (t) => {
  t.is((await service.call("GET", "/healthz")).status, 200);
});

import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import test from "ava";
import { z } from "zod";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { isDocumented, isInternal } from "#src/api/openapi/audience.ts";
import { routes } from "#src/api/routes.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { PUBLIC_URL: "https://speech.example.com" } });
const served = await service.call("GET", "/openapi.json");
const internal = await service.call("GET", "/openapi-internal.json");
test.after.always(() => service[Symbol.asyncDispose]());

/** The routes that developers call. */
const described = routes.filter((route) => isDocumented(route) && !isInternal(route));

const operation = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string(), z.looseObject({ description: z.string().min(1) })),
});
const document = z.looseObject({
  openapi: z.string(),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
const openapi = document.parse(served.json);
const internalOpenapi = document.parse(internal.json);

test("the OpenAPI documents are valid 3.1", async (t) => {
  for (const one of [openapi, internalOpenapi]) {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(one));
    t.deepEqual(result.errors, undefined);
    t.true(result.valid);
    t.is(validator.version, "3.1");
    t.is(one.openapi, "3.1.0");
  }
});

test("every route of the table but our own pages is in one of the documents, and nothing else", (t) => {
  const callsOf = ({ paths }: typeof openapi) =>
    Object.entries(paths).flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method} ${path}`));
  const expected = (some: typeof routes) => some.map((route) => `${route.method} ${route.path}`).toSorted();
  t.deepEqual(callsOf(openapi).toSorted(), expected(described));
  const others = routes.filter((route) => isDocumented(route) && isInternal(route));
  t.deepEqual(callsOf(internalOpenapi).toSorted(), expected(others));
});

test("every operation has a name of its own and says who may call it", (t) => {
  const names = Object.values(openapi.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  t.is(new Set(names).size, names.length);
  for (const { path, method, socket, ...route } of described) {
    // An upgrade needs an account; a call that is none is refused by all.
    const access = socket === undefined ? route.access : "account";
    const found = openapi.paths[path]?.[method];
    if (found === undefined) continue;
    const keys = [{ apiKey: [] }, { bearer: [] }];
    const dialect = dialectAt(path);
    const own = access === "public" ? [] : access === "optional" ? [{}, ...keys] : keys;
    t.deepEqual(found.security, dialect === null || access === "public" ? own : [{ [dialect.name]: [] }], path);
    // An address of a dialect that needs no key is a permission itself. Sarvam has no 401.
    if (access === "public" && dialect !== null) t.true("403" in found.responses, path);
    else t.is((dialect?.name === "sarvam" ? "403" : "401") in found.responses, access !== "public", path);
  }
  const accounts = internalOpenapi.paths["/v1/admin/accounts"]?.["get"];
  t.deepEqual(accounts?.security, [{ apiKey: [] }, { bearer: [] }, { session: [] }]);
});

test("a call of a dialect is described with the errors of that dialect", (t) => {
  const schemas = {
    openai: "OpenAIError",
    deepgram: "DeepgramError",
    elevenlabs: "ElevenLabsError",
    sarvam: "SarvamError",
    assemblyai: "AssemblyAIError",
  };
  for (const { path, method, tag, access } of described) {
    const dialect = dialectAt(path);
    if (dialect === null) continue;
    t.is(tag, dialect.tag);
    const { responses = {} } = openapi.paths[path]?.[method] ?? {};
    const unknown = access === "public" || dialect.name === "sarvam" ? "403" : "401";
    for (const status of [unknown, "429"]) {
      t.true(JSON.stringify(responses[status]).includes(`#/components/schemas/${schemas[dialect.name]}"`), path);
    }
  }
});

test("limits and closed sets are in the document, and so is the address", (t) => {
  t.deepEqual(openapi.servers, [{ url: "https://speech.example.com" }]);
  const text = served.bytes.toString();
  for (const fact of [
    '"maxLength":500',
    '"maxLength":5000',
    '"minimum":0.5',
    '"enum":["wav","mp3","ogg","flac","aac","pcm","mulaw","alaw"]',
    "50 MiB and 60 minutes",
  ]) {
    t.true(text.includes(fact), fact);
  }
});

test("no schema is too much for a validator when an answer is long", (t) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: "api", ...openapi });
  const audio = ajv.compile({ $ref: "api#/components/schemas/DemoSynthesis/properties/audio" });
  t.true(audio("A".repeat(20_000_000)));
});

test("a service that is well says so", async (t) => {
  const health = await service.call("GET", "/healthz");
  t.deepEqual([health.status, health.json], [200, { status: "ok" }]);
  const ready = await service.call("GET", "/readyz");
  const engines = { recognition: [], synthesis: [], starting: [], unavailable: [] };
  t.deepEqual(ready.json, { status: "ok", database: "ok", queue: "ok", object_store: "ok", engines });
});

test("an unknown path is 404, and a known one with another method 405", async (t) => {
  for (const path of ["/v1", "/v2/voices", "/V1/voices", "//nothing", "/%00"]) {
    const { status, json } = await service.call("GET", path);
    t.is(status, 404, path);
    t.like(json, { success: false, code: "not_found" }, path);
  }
  for (const [method, path, allow] of [
    ["PUT", "/v1/voices", "POST, GET, HEAD"],
    ["DELETE", "/healthz", "GET, HEAD"],
    ["GET", "/v1/demo/speech/synthesize", "POST"],
    ["OPTIONS", "/v1/speech/requests", "GET, HEAD"],
    // They would fit into /v1/speech/requests/{request_id}, which has these methods.
    ["DELETE", "/v1/speech/requests/export", "GET, HEAD"],
    ["GET", "/v1/speech/requests/delete", "POST"],
  ] as const) {
    const { status, headers, json } = await service.call(method, path);
    t.is(status, 405, path);
    t.is(headers.get("allow"), allow);
    t.like(json, { success: false, code: "method_not_allowed" });
  }
});

test("every answer carries an id of ours, whatever the caller sends", async (t) => {
  const sent = "6f1d2c3b-58a9-4e0c-9a3f-0d7e4b21c865";
  const ids = new Set<string | null>();
  for (const path of ["/healthz", "/nowhere", "/v1/voices", "/docs"]) {
    const { headers } = await service.call("GET", path, { headers: { "x-request-id": sent } });
    t.regex(headers.get("x-request-id") ?? "", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    ids.add(headers.get("x-request-id"));
  }
  t.is(ids.size, 4);
  t.false(ids.has(sent));
});

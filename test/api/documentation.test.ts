import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
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
const page = await service.call("GET", "/docs");
test.after.always(() => service[Symbol.asyncDispose]());

/** What developers call. */
const described = routes.filter((route) => isDocumented(route) && !isInternal(route));

const run = promisify(execFile);
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
  for (const { path, method, access } of described) {
    const found = openapi.paths[path]?.[method];
    if (found === undefined) continue;
    const keys = [{ apiKey: [] }, { bearer: [] }];
    const dialect = dialectAt(path);
    const own = access === "public" ? [] : access === "optional" ? [{}, ...keys] : keys;
    t.deepEqual(found.security, dialect === null ? own : [{ [dialect.name]: [] }], path);
    t.is("401" in found.responses, access !== "public", path);
  }
  const accounts = internalOpenapi.paths["/v1/admin/accounts"]?.["get"];
  t.deepEqual(accounts?.security, [{ apiKey: [] }, { bearer: [] }, { session: [] }]);
});

test("a call of a dialect is described with the errors of that dialect", (t) => {
  const schemas = { openai: "OpenAIError", deepgram: "DeepgramError", elevenlabs: "ElevenLabsError" };
  for (const { path, method, tag } of described) {
    const dialect = dialectAt(path);
    if (dialect === null) continue;
    t.is(tag, dialect.tag);
    const { responses = {} } = openapi.paths[path]?.[method] ?? {};
    for (const status of ["401", "429"]) {
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
    "52428800 bytes",
  ]) {
    t.true(text.includes(fact), fact);
  }
});

test("no schema is too much for a validator when an answer is long", (t) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: "api", ...openapi });
  const audio = ajv.compile({ $ref: "api#/components/schemas/DemoSynthesis/properties/audio" });
  t.true(audio("A".repeat(20_000_000)));
});

test("the page of the documentation loads nothing from elsewhere", async (t) => {
  t.is(page.status, 200);
  t.regex(page.headers.get("content-type") ?? "", /^text\/html/);
  const policy = page.headers.get("content-security-policy") ?? "";
  t.regex(policy, /default-src 'self'/);
  t.notRegex(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  const named = [...page.bytes.toString().matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = ""]) => address);
  t.true(named.length >= 3);
  for (const address of named) {
    if (address.startsWith("data:")) continue;
    t.regex(address, /^\/docs\/[\w.-]+$/);
    const asset = await service.call("GET", address);
    t.is(asset.status, 200);
    t.true(asset.bytes.length > 0);
    t.is(asset.headers.get("x-content-type-options"), "nosniff");
  }
});

test("no other file is served beside the page", async (t) => {
  for (const asset of [
    "page.html",
    "routes.ts",
    "package.json",
    "..%2froutes.ts",
    "%2e%2e%2froutes.ts",
    "__proto__",
    "constructor",
  ]) {
    t.is((await service.call("GET", `/docs/${asset}`)).status, 404, asset);
  }
});

test("a browser shows every call, and asks no other host", async (t) => {
  const contacted: string[] = [];
  const proxy = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .once("data", (head: Buffer) => {
        contacted.push(head.toString("latin1").split("\r\n", 1)[0] ?? "");
        socket.destroy();
      });
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const port = typeof address === "object" ? address?.port : 0;
  const profile = await mkdtemp(join(tmpdir(), "speech-browser-"));
  t.teardown(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  t.teardown(() => void proxy.close());
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
  const { stdout } = await run(
    "chromium",
    [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", ...quiet],
      ...[`--user-data-dir=${profile}`, `--proxy-server=http://127.0.0.1:${port}`, "--virtual-time-budget=20000"],
      ...["--dump-dom", `${service.baseUrl}/docs`],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  for (const { path } of described) {
    t.true(stdout.includes(`data-path="${path}"`), path);
  }
  const hosts = contacted.filter((line) => !/google|gstatic|chromium/.test(line));
  t.deepEqual(hosts, []);
});

test("a service that is well says so", async (t) => {
  const health = await service.call("GET", "/healthz");
  t.deepEqual([health.status, health.json], [200, { status: "ok" }]);
  const ready = await service.call("GET", "/readyz");
  const engines = { recognition: [], synthesis: [], starting: [], unavailable: [] };
  t.deepEqual(ready.json, { status: "ok", database: "ok", queue: "ok", object_store: "ok", engines });
});

test("an unknown path is 404, and a known one with another method 405", async (t) => {
  for (const path of ["/v1", "/v2/voices", "/v1/voices/", "/V1/voices", "//", "/%00"]) {
    const { status, json } = await service.call("GET", path);
    t.is(status, 404, path);
    t.like(json, { success: false, code: "not_found" }, path);
  }
  for (const [method, path, allow] of [
    ["PUT", "/v1/voices", "POST, GET, HEAD"],
    ["DELETE", "/healthz", "GET, HEAD"],
    ["GET", "/v1/demo/speech/synthesize", "POST"],
    ["OPTIONS", "/v1/speech/requests", "GET, HEAD"],
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

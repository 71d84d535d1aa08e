import test from "ava";
import { ConfigError, readConfig } from "#src/config.ts";
import { startService } from "#test/support/service.ts";
import { signedIn } from "#harness/clients/session.ts";

const origin = "https://app.example.com";
const service = await startService({ env: { CORS_ORIGINS: `${origin}, http://localhost:5173` } });
const open = await startService({ env: { CORS_ORIGINS: "*" } });
const none = await startService();
const { key, userId } = await service.account();
test.after.always(() => Promise.all([service, open, none].map((one) => one[Symbol.asyncDispose]())));

const preflight = { "access-control-request-method": "POST", "access-control-request-headers": "x-api-key" };
const corsHeaders = (headers: Headers): readonly string[] =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-"));
const listOf = (headers: Headers, name: string): readonly string[] => (headers.get(name) ?? "").split(", ");

test("a page of an origin that is set may ask what it may call, and call it with a key", async (t) => {
  const asked = await fetch(`${service.baseUrl}/v1/voices`, { method: "OPTIONS", headers: { origin, ...preflight } });
  t.is(asked.status, 204);
  t.is(asked.headers.get("access-control-allow-origin"), origin);
  t.deepEqual(listOf(asked.headers, "access-control-allow-methods"), ["POST", "GET", "HEAD"]);
  const allowed = listOf(asked.headers, "access-control-allow-headers");
  for (const name of ["X-API-Key", "Authorization", "Content-Type", "Idempotency-Key", "Prefer", "Range"]) {
    t.true(allowed.includes(name), name);
  }
  t.is(asked.headers.get("vary"), "Origin");
  const { status, headers } = await service.call("GET", "/v1/voices", { key, headers: { origin } });
  t.is(status, 200);
  t.is(headers.get("access-control-allow-origin"), origin);
  t.is(headers.get("vary"), "Origin");
  const exposed = listOf(headers, "access-control-expose-headers");
  for (const name of ["X-Request-Id", "RateLimit", "RateLimit-Policy", "Retry-After", "Location", "ETag"]) {
    t.true(exposed.includes(name), name);
  }
});

test("a page may call in a dialect with the headers that its client has, and read all of the answer", async (t) => {
  for (const path of [
    "/openai/v1/models",
    "/v1/models",
    "/deepgram/v1/models",
    "/elevenlabs/v1/models",
    "/sarvam/voices",
    "/v2/transcript",
  ]) {
    const asked = { ...preflight, "access-control-request-headers": "authorization, x-stainless-os, xi-api-key" };
    const may = await fetch(`${service.baseUrl}${path}`, { method: "OPTIONS", headers: { origin, ...asked } });
    t.is(may.status, 204);
    t.is(may.headers.get("access-control-allow-headers"), asked["access-control-request-headers"]);
    const { status, headers } = await service.call("GET", path, { key, headers: { origin } });
    t.is(status, 200);
    t.is(headers.get("access-control-expose-headers"), "*");
    t.is(headers.get("access-control-allow-credentials"), null);
  }
});

test("errors can be read by such a page, too", async (t) => {
  for (const [method, path, status] of [
    ["GET", "/v1/voices", 401],
    ["GET", "/v1/nowhere", 404],
    ["PUT", "/v1/voices", 405],
    ["POST", "/v1/contact-submissions", 422],
  ] as const) {
    const answer = await service.call(method, path, { headers: { origin } });
    t.is(answer.status, status);
    t.is(answer.headers.get("access-control-allow-origin"), origin, path);
  }
});

test("no other origin is allowed, and by default none", async (t) => {
  for (const other of [
    "https://evil.example",
    `${origin}.evil.example`,
    `${origin}:8443`,
    "http://app.example.com",
    "null",
  ]) {
    const { headers } = await service.call("GET", "/v1/voices", { key, headers: { origin: other } });
    t.deepEqual(corsHeaders(headers), [], other);
    t.is(headers.get("vary"), "Origin");
    const asked = await service.call("OPTIONS", "/v1/voices", { headers: { origin: other, ...preflight } });
    t.deepEqual([asked.status, corsHeaders(asked.headers)], [405, []]);
  }
  const asked = await none.call("OPTIONS", "/v1/voices", { headers: { origin, ...preflight } });
  t.deepEqual([asked.status, corsHeaders(asked.headers)], [405, []]);
});

test("a star allows every origin, and no credential that a browser adds", async (t) => {
  const { headers } = await open.call("GET", "/openapi.json", { headers: { origin: "https://any.example" } });
  t.is(headers.get("access-control-allow-origin"), "*");
  t.is(headers.get("access-control-allow-credentials"), null);
});

test("nothing of signing in, of the pages and of notifications is for other origins", async (t) => {
  for (const path of ["/auth/login", "/auth/logout", "/", "/account", "/docs", "/v1/webhooks/identity"]) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const headers = method === "OPTIONS" ? { origin, ...preflight } : { origin };
      const answer = await fetch(`${service.baseUrl}${path}`, { method, headers, redirect: "manual" });
      t.deepEqual(corsHeaders(answer.headers), [], `${method} ${path}`);
    }
  }
});

test("a cookie works from no other origin, allowed or not, not even to read", async (t) => {
  const { cookie, headers } = await signedIn(service.resources, userId);
  t.is((await service.call("GET", "/v1/users/me", { cookie })).status, 200);
  t.is((await service.call("GET", "/v1/users/me", { cookie, headers })).status, 200);
  for (const other of [origin, "https://evil.example", "null"]) {
    const answer = await service.call("GET", "/v1/users/me", { cookie, headers: { origin: other } });
    t.is(answer.status, 403);
    t.like(answer.json, { code: "origin_mismatch" });
    t.is(answer.headers.get("access-control-allow-credentials"), null);
  }
});

test("a value that is not an origin is refused as a setting", (t) => {
  for (const value of [
    "app.example.com",
    `${origin}/`,
    `${origin}/path`,
    "null",
    "https://*.example.com",
    "ftp://a.example",
  ]) {
    t.throws(() => readConfig({ CORS_ORIGINS: value }), { instanceOf: ConfigError, message: /^CORS_ORIGINS: / }, value);
  }
  t.deepEqual(readConfig({}).limits.corsOrigins, []);
});

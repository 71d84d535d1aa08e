import { openRawConnection } from "#harness/clients/raw-connection.ts";
import test from "ava";
import { startService } from "#test/support/service.ts";

const secure = await startService({ env: { PUBLIC_URL: "https://speech.example.com" } });
const plain = await startService();
const { key } = await secure.account();
test.after.always(() => Promise.all([secure, plain].map((one) => one[Symbol.asyncDispose]())));

const calls = [
  ["GET", "/healthz", 200, "no-store"],
  ["GET", "/v1/voices", 200, "private, no-store"],
  ["GET", "/v1/voices?page=x", 422, "no-store"],
  ["GET", "/v1/voices/42", 422, "no-store"],
  ["GET", "/v1/speech/requests/6f1d2c3b-58a9-4e0c-9a3f-0d7e4b21c865", 404, "no-store"],
  ["PUT", "/v1/voices", 405, "no-store"],
  ["GET", "/nowhere", 404, "no-store"],
  ["GET", "/docs/nowhere.js", 404, "no-store"],
  ["GET", "/assets/nowhere-12345678.js", 404, "no-store"],
  ["GET", "/openapi.json", 200, "public, no-cache"],
  ["GET", "/docs", 200, "public, no-cache"],
  ["GET", "/docs/scalar.js", 200, "public, no-cache"],
] as const;

for (const [method, path, status, kept] of calls) {
  test(`${method} ${path} says how long it may be kept, and that its type is not to be guessed`, async (t) => {
    const { headers, ...answer } = await secure.call(method, path, { key });
    t.is(answer.status, status);
    t.is(headers.get("cache-control"), kept);
    t.is(headers.get("x-content-type-options"), "nosniff");
    t.is(headers.get("strict-transport-security"), "max-age=31536000");
  });
}

test("an address that is none is answered with these headers, too", async (t) => {
  const { closed } = await openRawConnection(
    secure.baseUrl,
    "GET http://[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  );
  t.regex(await closed, /^HTTP\/1\.1 404 [^]*\nX-Content-Type-Options: nosniff\r\n/);
});

test("without HTTPS no Strict-Transport-Security is sent", async (t) => {
  for (const path of ["/healthz", "/nowhere"]) {
    t.is((await plain.call("GET", path)).headers.get("strict-transport-security"), null);
  }
});

test("forms of the documentation lead nowhere else", async (t) => {
  const policy = (await plain.call("GET", "/docs")).headers.get("content-security-policy") ?? "";
  t.true(policy.split("; ").includes("form-action 'self'"), policy);
});

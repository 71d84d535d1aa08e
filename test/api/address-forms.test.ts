import test from "ava";
import { openRawConnection } from "#harness/clients/raw-connection.ts";
import { wav } from "#harness/audio/sounds.ts";
import { plainTarget } from "#src/api/http/plain-target.ts";
import { startService } from "#test/support/service.ts";

// No worker runs: what is accepted is answered with 202, or with 504 in a dialect.
const service = await startService({ env: { OPENAI_WAIT_SECONDS: "1", CALLS_PER_MINUTE: "40", CORS_ORIGINS: "*" } });
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const read = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const { status, headers: answered } = await fetch(`${service.baseUrl}${path}`, { headers, redirect: "manual" });
  return { status, type: answered.get("content-type"), location: answered.get("location") };
};

test("a target has one slash between steps and none at the end; its query and its origin stay", (t) => {
  for (const [sent, plain] of [
    ["/", "/"],
    ["//", "/"],
    ["/v1//voices/", "/v1/voices"],
    ["//v1/audio///speech//?a=//b/", "/v1/audio/speech?a=//b/"],
    ["http://host:8080//v1/voices/?x", "http://host:8080/v1/voices?x"],
    ["//evil.example/v1", "/evil.example/v1"],
    ["/v1/%2F/", "/v1/%2F"],
    ["*", "*"],
  ] as const)
    t.is(plainTarget(sent), plain);
});

test("a path answers as without doubled slashes and slashes at its end, and is never redirected", async (t) => {
  for (const path of ["/v1/voices", "/readyz", "/openapi.json", "/docs", "/docs/quickstart", "/account/keys", "/"]) {
    const plain = await read(path, { "x-api-key": key });
    for (const form of [`/${path}`, `${path}/`, path.replace(/(?<=.)\//, "//"), `${path}//`])
      t.deepEqual(await read(form, { "x-api-key": key }), plain, form);
  }
});

test("a form is taken and a credential wanted at every spelling of an address", async (t) => {
  for (const path of [
    "/openai/v1//audio/transcriptions",
    "//v1/audio/transcriptions/",
    "/v1//speech/transcriptions/",
  ]) {
    const body = new FormData();
    const isOurs = path.includes("speech");
    body.set(isOurs ? "audio" : "file", new Blob([wav(1)]), "recording.wav");
    body.set("model", isOurs ? "auto" : "whisper-1");
    const call = (headers: Readonly<Record<string, string>>) =>
      fetch(`${service.baseUrl}${path}`, { method: "POST", body, headers, redirect: "manual" });
    const good = await call({ authorization: `Bearer ${key}`, prefer: "respond-async" });
    t.is(good.status, isOurs ? 202 : 504, path);
    t.is((await call({})).status, 401, path);
  }
});

test("a limit counts the calls of every spelling together", async (t) => {
  const { key: other } = await service.account();
  const left = async (path: string) => {
    const { headers } = await fetch(`${service.baseUrl}${path}`, { headers: { "x-api-key": other } });
    return /r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1];
  };
  t.deepEqual([await left("/v1/plans/"), await left("//v1/plans"), await left("/v1/users//me")], ["39", "38", "37"]);
});

test("errors and CORS are those of the dialect beneath doubled slashes, in a whole URL too", async (t) => {
  const answer = await fetch(`${service.baseUrl}//deepgram//v1/nothing`, { headers: { origin: "https://a.example" } });
  t.is(answer.status, 404);
  t.is(answer.headers.get("access-control-expose-headers"), "*");
  t.like(await answer.json(), { err_code: "NOT_FOUND" });
  const whole = "GET http://host//openai/v1/models/ HTTP/1.1\r\nHost: host\r\nConnection: close\r\n\r\n";
  const said = await (await openRawConnection(service.baseUrl, whole)).closed;
  t.true(said.startsWith("HTTP/1.1 401 "), said);
  t.true(said.includes('"error":{"message":'), said);
});

import test from "ava";
import { headerCharacters, isInTime, runs, units } from "#test/support/long-input.ts";
import { insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { newWebhookSecret } from "#harness/identity/signed-webhook.ts";

const service = await startService({
  env: { TRUSTED_PROXY_HOPS: "1", WAIT_MAX_SECONDS: "0", IDENTITY_WEBHOOK_SECRET: newWebhookSecret() },
});
const { userId, key } = await service.account();
const audio = `/v1/speech/requests/${await insertSpoken(service.resources, userId)}/audio`;
test.after.always(() => service[Symbol.asyncDispose]());

const get = (path: string) => ({ path, method: "GET" });
const post = (path: string) => ({ path, method: "POST", body: "{}" });

/** So that all three headers of a notification are looked at. */
const signed = {
  "webhook-id": "one",
  "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
  "webhook-signature": "v1,a",
};

/** Headers that are looked at, each with what its long value begins with, and a route that looks at it. */
const headers = [
  ...["", "*/*;", "application/json;q="].map((start) => ["accept", start, post("/v1/demo/speech/synthesize")] as const),
  ...["", "bytes=", "bytes=-"].map((start) => ["range", start, get(audio)] as const),
  ...["", "wait=", "respond-async;"].map((start) => ["prefer", start, post("/v1/speech/synthesize")] as const),
  ...["", "Bearer ", "Bearer eyJ", "Basic "].map((start) => ["authorization", start, get("/v1/plans")] as const),
  ...["", "__Host-speech_session="].map((start) => ["cookie", start, get("/v1/plans")] as const),
  ...["", "application/", "application/json;"].map((start) => ["content-type", start, post("/v1/feedback")] as const),
  ...["multipart/form-data; ", "multipart/form-data; boundary="].map(
    (start) => ["content-type", start, post("/v1/demo/speech/transcriptions")] as const,
  ),
  ...["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => [name, name === "webhook-signature" ? "v1," : "", post("/v1/webhooks/identity")] as const,
  ),
  ["idempotency-key", "", post("/v1/speech/synthesize")],
  ["x-api-key", "sk_", get("/v1/plans")],
  ["x-forwarded-for", "", post("/v1/contact-submissions")],
  ["x-request-id", "", get("/healthz")],
  ["accept", "text/html,", get("/auth/login")],
  ["accept-encoding", "", get("/")],
  ["if-none-match", "", get("/")],
] as const;

for (const [name, start, { path, ...call }] of headers) {
  test.serial(
    `a long header is read in time: ${name}: ${start} of ${path.replace(/[0-9a-f-]{36}/, "{id}")}`,
    async (t) => {
      const credential =
        name === "authorization" || name === "cookie" || name === "x-api-key" ? {} : { "x-api-key": key };
      const sent = { "content-type": "application/json", ...credential, ...signed };
      for (const run of runs(units, headerCharacters).filter((_, index) => index % 3 === 1)) {
        const longHeaders = { ...sent, [name]: `${start}${run}` };
        await isInTime(t, JSON.stringify(run.slice(0, 3)), async () => {
          const answer = await fetch(`${service.baseUrl}${path}`, {
            ...call,
            headers: longHeaders,
            redirect: "manual",
          });
          await answer.arrayBuffer();
          t.not(answer.status, 431);
        });
      }
    },
  );
}

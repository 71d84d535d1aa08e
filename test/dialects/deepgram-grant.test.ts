import test from "ava";
import { Deepgram, DeepgramClient, DeepgramError } from "@deepgram/sdk";
import { sql } from "kysely";
import { z } from "zod";
import { newTemporaryToken, secretDigest } from "#src/domain/api-keys/key-format.ts";
import { sweepTemporaryTokens } from "#src/domain/api-keys/sweep-temporary-tokens.ts";
import { chargesOf, setBalance } from "#harness/payments/credits.ts";
import { newKey } from "#harness/service/account.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis", "transcription"] });
const limited = await startService({ env: { SPEECH_PER_MINUTE: "1", DEEPGRAM_WAIT_SECONDS: "1" } });
const { resources } = service;
test.after.always(() => Promise.all([service, limited].map((one) => one[Symbol.asyncDispose]())));

const clientOf = (shown: { readonly apiKey: string } | { readonly accessToken: string }, one = service) =>
  new DeepgramClient({ ...shown, baseUrl: `${one.baseUrl}/deepgram`, maxRetries: 0 });

/** A token as the client of a key gets it. */
async function grant(apiKey: string, { ttl_seconds: ttl }: { readonly ttl_seconds?: number } = {}, one = service) {
  const request = ttl === undefined ? {} : { ttl_seconds: ttl };
  return clientOf({ apiKey }, one).auth.v1.tokens.grant(request);
}

const said = "Please open the window.";
const speak = (accessToken: string, text = said, one = service) =>
  clientOf({ accessToken }, one).speak.v1.audio.generate({ text, encoding: "linear16", container: "wav" });

const errorBody = z.object({ err_code: z.string(), err_msg: z.string(), request_id: z.uuid() });

async function refusal(call: PromiseLike<unknown>): Promise<readonly [number | undefined, string, string]> {
  const error = await Promise.resolve(call).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DeepgramError)) throw new Error(`Not refused: ${String(error)}`);
  const body = errorBody.parse(error.body);
  return [error.statusCode, body.err_code, body.err_msg];
}

const ended = [401, "INVALID_AUTH", "The temporary token is not valid, or has expired. Request another one."] as const;
const elsewhere = "A temporary token only speaks and transcribes. Use an API key.";

const rowOf = (token: string) =>
  resources.db
    .selectFrom("temporary_tokens")
    .selectAll()
    .where("token_sha256", "=", secretDigest(token))
    .executeTakeFirst();

/** Makes a token one whose time is over. */
const expire = (token: string) =>
  resources.db
    .updateTable("temporary_tokens")
    .set({ expires_at: sql<Date>`now()` })
    .where("token_sha256", "=", secretDigest(token))
    .execute();

test("a temporary token speaks and transcribes, and the account of its key pays", async (t) => {
  const { key, userId } = await service.account();
  const { access_token: token } = await grant(key, { ttl_seconds: 60 });
  const speech = new Uint8Array(await (await speak(token)).arrayBuffer());
  const heard = await clientOf({ accessToken: token }).listen.v1.media.transcribeFile(speech, { model: "nova-3" });
  const answer = z
    .object({ results: z.object({ channels: z.tuple([z.object({ alternatives: z.tuple([z.unknown()]) })]) }) })
    .parse(heard);
  const { transcript } = z.object({ transcript: z.string() }).parse(answer.results.channels[0].alternatives[0]);
  t.deepEqual(wordsOf(transcript), wordsOf(said));
  t.is((await chargesOf(resources, userId)).length, 2);
});

test("a temporary token lives 30 seconds, or as long as is asked for, and only its digest is kept", async (t) => {
  const { key } = await service.account();
  const answers = [await grant(key), await grant(key, { ttl_seconds: 1 }), await grant(key, { ttl_seconds: 3600 })];
  t.deepEqual(
    answers.map(({ expires_in: seconds }) => seconds),
    [30, 1, 3600],
  );
  for (const { access_token: token, expires_in: seconds = 0 } of answers) {
    t.regex(token, /^tmp_[0-9A-Za-z]{49}$/);
    const { expires_at: expiresAt = new Date(0) } = (await rowOf(token)) ?? {};
    const left = (expiresAt.getTime() - Date.now()) / 1000;
    t.true(left <= seconds + 1 && left > seconds - 60, `${left} s`);
  }
});

test("a grant needs no body, and its answer is not to be kept", async (t) => {
  const { key } = await service.account();
  const { status, json, headers } = await service.call("POST", "/deepgram/v1/auth/grant", { key });
  t.is(status, 200);
  t.like(json, { expires_in: 30 });
  t.is(headers.get("cache-control"), "private, no-store");
});

test("a lifetime that is not between 1 and 3600 seconds is refused", async (t) => {
  const { key } = await service.account();
  for (const [ttl, sentence] of [
    [0, "ttl_seconds: Input should be greater than or equal to 1"],
    [3601, "ttl_seconds: Input should be less than or equal to 3600"],
    [1.5, "ttl_seconds: Input should be a valid integer, got a number with a fractional part"],
  ] as const) {
    await t.throwsAsync(grant(key, { ttl_seconds: ttl }), { instanceOf: Deepgram.BadRequestError });
    t.deepEqual(await refusal(grant(key, { ttl_seconds: ttl })), [400, "Bad Request", sentence]);
  }
  const odd = await service.call("POST", "/deepgram/v1/auth/grant", { key, json: { ttl_seconds: "long" } });
  t.is(odd.status, 400);
});

test("an expired token is refused, and so is one that was never granted", async (t) => {
  const { key } = await service.account();
  const { access_token: token } = await grant(key);
  await expire(token);
  for (const shown of [token, newTemporaryToken()]) t.deepEqual(await refusal(speak(shown)), [...ended]);
});

test("a token ends at once with its key, and goes on when another key of the account is revoked", async (t) => {
  const { key, userId } = await service.account();
  const other = await newKey(resources, userId);
  const [{ access_token: token }, { access_token: kept }] = [await grant(key), await grant(other)];
  const revocation = { revoked_at: new Date() };
  await resources.db.updateTable("api_keys").set(revocation).where("key_sha256", "=", secretDigest(key)).execute();
  t.deepEqual(await refusal(speak(token)), [...ended]);
  t.true((await (await speak(kept)).arrayBuffer()).byteLength > 44);
});

test("a token of a closed account is refused", async (t) => {
  const { key, userId } = await service.account();
  const { access_token: token } = await grant(key);
  await resources.db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", userId).execute();
  t.deepEqual(await refusal(speak(token)), [...ended]);
});

test("a token grants no other, and reads no project and no model", async (t) => {
  const { key } = await service.account();
  const { access_token: accessToken } = await grant(key);
  const client = clientOf({ accessToken });
  for (const call of [client.auth.v1.tokens.grant(), client.manage.v1.projects.list(), client.manage.v1.models.list()])
    t.deepEqual(await refusal(call), [403, "INSUFFICIENT_PERMISSIONS", elsewhere]);
});

test("a token does nothing in the service's own API", async (t) => {
  const { key } = await service.account();
  const { access_token: token } = await grant(key);
  for (const headers of [{ authorization: `Bearer ${token}` }, { "x-api-key": token }]) {
    for (const path of ["/v1/users/me", "/v1/api-keys", "/v1/speech/requests", "/v1/usage", "/v1/engines"]) {
      const { status, json } = await service.call("GET", path, { headers });
      t.is(status, 403, path);
      t.like(json, { code: "forbidden", detail: elsewhere });
    }
  }
});

test("a key without the scope `speech` grants no token", async (t) => {
  const { userId } = await service.account();
  const unfit = await newKey(resources, userId, ["keys", "voices", "usage"]);
  const sentence = 'The scope "speech" is required. Use an API key that has it.';
  t.deepEqual(await refusal(grant(unfit)), [403, "INSUFFICIENT_PERMISSIONS", sentence]);
});

test("the calls of a token count against the credits and the limits of its account", async (t) => {
  const { key, userId } = await limited.account();
  const { access_token: token } = await grant(key, {}, limited);
  await setBalance(limited.resources, { userId, pool: "tts" }, 0);
  t.deepEqual((await refusal(speak(token, said, limited))).slice(0, 2), [402, "ASR_PAYMENT_REQUIRED"]);
  await setBalance(limited.resources, { userId, pool: "tts" }, 100);
  const accepted = clientOf({ apiKey: key }, limited).speak.v1.audio.generate({ text: said });
  t.is((await refusal(accepted))[0], 504);
  t.deepEqual((await refusal(speak(token, "More.", limited))).slice(0, 2), [429, "TOO_MANY_REQUESTS"]);
});

test("tokens are removed when they have expired, and with their key", async (t) => {
  const { key } = await service.account();
  const [{ access_token: old }, { access_token: young }] = [await grant(key), await grant(key)];
  await expire(old);
  await sweepTemporaryTokens(resources);
  t.is(await rowOf(old), undefined);
  t.not(await rowOf(young), undefined);
  await resources.db.deleteFrom("api_keys").where("key_sha256", "=", secretDigest(key)).execute();
  t.is(await rowOf(young), undefined);
});

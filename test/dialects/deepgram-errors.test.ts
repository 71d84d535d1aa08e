import test from "ava";
import { Deepgram, DeepgramClient, DeepgramError } from "@deepgram/sdk";
import { z } from "zod";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { tone } from "#harness/audio/sounds.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { newKey } from "#harness/service/account.ts";
import { expiredKey } from "#test/support/sdk-accounts.ts";
import { startService } from "#test/support/service.ts";

// No worker runs: what is accepted waits for a second.
const service = await startService({ env: { DEEPGRAM_WAIT_SECONDS: "1", AUDIO_MAX_BYTES: "100000" } });
const limited = await startService({ env: { SPEECH_PER_MINUTE: "1", DEEPGRAM_WAIT_SECONDS: "1" } });
const { resources } = service;
const { key, userId } = await service.account();
test.after.always(() => Promise.all([service, limited].map((one) => one[Symbol.asyncDispose]())));

const clientOf = (apiKey: string, { baseUrl } = service) =>
  new DeepgramClient({ apiKey, baseUrl: `${baseUrl}/deepgram` });
const recording = Buffer.from(tone(1));

const errorBody = z.object({ err_code: z.string(), err_msg: z.string(), request_id: z.uuid() });

/** The status, the word and the sentence that a call is refused with. */
async function refusal(call: PromiseLike<unknown>): Promise<readonly [number | undefined, string, string]> {
  const error = await Promise.resolve(call).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DeepgramError)) throw new Error(`Not refused: ${String(error)}`);
  const body = errorBody.parse(error.body);
  if (body.request_id !== error.rawResponse?.headers.get("dg-request-id")) throw new Error("The ids differ.");
  return [error.statusCode, body.err_code, body.err_msg];
}

const speak = (client: DeepgramClient, text = "Hello.") => client.speak.v1.audio.generate({ text });

test("a key that is not valid, or has not the scope, is refused", async (t) => {
  for (const wrong of [newApiKey(), "nonsense"]) {
    t.deepEqual(await refusal(speak(clientOf(wrong))), [401, "INVALID_AUTH", "The API key is not valid."]);
  }
  const unfit = clientOf(await newKey(resources, userId, ["usage"]));
  const sentence = 'The scope "speech" is required. Use an API key that has it.';
  t.deepEqual(await refusal(speak(unfit)), [403, "INSUFFICIENT_PERMISSIONS", sentence]);
});

test("a key that has expired is refused like one that is not valid", async (t) => {
  const refused = await refusal(speak(clientOf(await expiredKey(service))));
  t.deepEqual(refused, [401, "INVALID_AUTH", "The API key is not valid."]);
});

test("an account without credits gets the number of credits that it needs", async (t) => {
  const poor = await service.account();
  for (const pool of ["tts", "asr"] as const) await setBalance(resources, { userId: poor.userId, pool }, 0);
  const client = clientOf(poor.key);
  for (const call of [speak(client), client.listen.v1.media.transcribeFile(recording, {})]) {
    const [status, word, sentence] = await refusal(call);
    t.deepEqual([status, word], [402, "ASR_PAYMENT_REQUIRED"]);
    t.regex(sentence, /credit/);
  }
});

test("a file that is too large is refused", async (t) => {
  const [status, word] = await refusal(clientOf(key).listen.v1.media.transcribeFile(Buffer.alloc(100_001), {}));
  t.deepEqual([status, word], [413, "AUDIO_TOO_LARGE"]);
});

test("too many calls are refused", async (t) => {
  const account = await limited.account();
  const client = clientOf(account.key, limited);
  await refusal(client.speak.v1.audio.generate({ text: "One." }, { maxRetries: 0 }));
  const [status, word, sentence] = await refusal(client.speak.v1.audio.generate({ text: "Two." }, { maxRetries: 0 }));
  t.deepEqual([status, word, sentence], [429, "TOO_MANY_REQUESTS", "Rate limit exceeded. Retry later."]);
});

test("a call whose work takes too long is repeated twice by the client, and paid for once", async (t) => {
  const account = await service.account();
  const client = clientOf(account.key);
  const text = "This is not spoken in time.";
  const [status, word] = await refusal(speak(client, text));
  t.deepEqual([status, word], [504, "TIMEOUT"]);
  const listened = await refusal(client.listen.v1.media.transcribeFile(recording, {}));
  t.is(listened[0], 504);
  const made = resources.db.selectFrom("speech_requests").select("id").where("user_id", "=", account.userId);
  t.is((await made.execute()).length, 2);
  t.deepEqual(await chargesOf(resources, account.userId), []);
  t.is(await heldOf(resources, account.userId), text.length + 1);
});

test("the models are listed, and each is read by its id", async (t) => {
  const { models } = clientOf(key).manage.v1;
  const { stt = [], tts = [] } = await models.list();
  t.true(stt.length > 0);
  t.true(tts.some(({ canonical_name: name, languages }) => name === "aura-2-thalia-en" && languages?.[0] === "en"));
  for (const model of [stt[0], tts[0]]) t.deepEqual(await models.get(model?.uuid ?? ""), model);
  const absent = await refusal(models.get("none"));
  t.deepEqual(absent, [404, "MODEL_NOT_FOUND", "The model 'none' does not exist."]);
});

test("the account is the one project", async (t) => {
  const { projects } = await clientOf(key).manage.v1.projects.list();
  t.deepEqual(projects, [{ project_id: userId, name: "Default" }]);
});

test("a key counts as `Bearer`, too, and its class of error is that of the client", async (t) => {
  const client = new DeepgramClient({ accessToken: key, baseUrl: `${service.baseUrl}/deepgram` });
  t.is((await client.manage.v1.projects.list()).projects?.length, 1);
  await t.throwsAsync(async () => client.speak.v1.audio.generate({ text: "" }), {
    instanceOf: Deepgram.BadRequestError,
  });
});

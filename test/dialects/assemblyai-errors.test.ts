import test from "ava";
import { AssemblyAI } from "assemblyai";
import { sql } from "kysely";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { sweepUploads } from "#src/domain/uploads/queries.ts";
import { findStoredBytes } from "#src/domain/storage/queries.ts";
import { tone } from "#harness/audio/sounds.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { newKey } from "#harness/service/account.ts";
import { expiredKey } from "#test/support/sdk-accounts.ts";
import { startService } from "#test/support/service.ts";

// No worker runs: what is accepted stays queued.
const service = await startService({ env: { AUDIO_MAX_BYTES: "100000" } });
const limited = await startService({ env: { CALLS_PER_MINUTE: "1", SPEECH_PER_MINUTE: "1" } });
const { resources } = service;
const { key, userId } = await service.account();
test.after.always(() => Promise.all([service, limited].map((one) => one[Symbol.asyncDispose]())));

const clientOf = (apiKey: string, { baseUrl } = service) =>
  new AssemblyAI({ apiKey, baseUrl: `${baseUrl}/assemblyai` });
const client = clientOf(key);
const recording = Buffer.from(tone(1));

/** The sentence that the client throws. */
async function refusal(call: PromiseLike<unknown>): Promise<string> {
  const error = await Promise.resolve(call).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error("Not refused.");
  return error.message;
}

test("a key that is not valid, or has not the scope, is refused", async (t) => {
  for (const wrong of [newApiKey(), "nonsense"])
    t.is(await refusal(clientOf(wrong).transcripts.list()), "The API key is not valid.");
  const unfit = clientOf(await newKey(resources, userId, ["usage"]));
  t.is(await refusal(unfit.files.upload(recording)), 'The scope "speech" is required. Use an API key that has it.');
});

test("a key that has expired is refused like one that is not valid", async (t) => {
  t.is(await refusal(clientOf(await expiredKey(service)).transcripts.list()), "The API key is not valid.");
});

test("an account without credits gets the number of credits that it needs", async (t) => {
  const poor = await service.account();
  await setBalance(resources, { userId: poor.userId, pool: "asr" }, 0);
  const audio = await clientOf(poor.key).files.upload(recording);
  t.regex(
    await refusal(clientOf(poor.key).transcripts.submit({ audio })),
    /^Insufficient credits\. This needs 1 credit/,
  );
});

test("too many calls are refused", async (t) => {
  const account = await limited.account();
  const client1 = clientOf(account.key, limited);
  await client1.transcripts.list();
  t.is(await refusal(client1.transcripts.list()), "Rate limit exceeded. Retry later.");
});

test("a file that is no audio, empty or too large is refused when it is uploaded, and costs nothing", async (t) => {
  t.regex(await refusal(client.files.upload(Buffer.from("no sound"))), /^The file could not be read as audio\./);
  t.is(await refusal(client.files.upload(Buffer.alloc(0))), "The file is empty.");
  t.regex(await refusal(client.files.upload(Buffer.alloc(100_001))), /too large/);
  const kept = resources.db.selectFrom("uploads").select("id").where("user_id", "=", userId);
  t.deepEqual(await kept.execute(), []);
  t.deepEqual(await chargesOf(resources, userId), []);
});

test("what is no call is refused with a sentence that names the field", async (t) => {
  const post = (json: unknown) => service.call("POST", "/assemblyai/v2/transcript", { key, json });
  t.like(await post({}), { status: 400, json: { error: "audio_url: Field required" } });
  t.regex(JSON.stringify((await post({ audio_url: "x", punctuate: "maybe" })).json), /punctuate: Input should be/);
  const form = await service.call("POST", "/v2/transcript", { key, body: Buffer.from("audio_url=x") });
  t.is(form.status, 400);
  const absent = await service.call("GET", "/v2/transcript/6f1d2c3b-58a9-4e0c-9a3f-0d7e4b21c865", { key });
  t.like(absent, { status: 404, json: { error: "Transcript lookup error, transcript id not found." } });
  t.like(await service.call("GET", "/v2/transcript/nonsense", { key }), { status: 400 });
  t.like(await service.call("GET", "/v2/transcript?limit=201", { key }), { status: 400 });
  t.like(await service.call("POST", "/assemblyai/nowhere", { key }), { status: 404 });
});

test("texts that cannot be stored are refused, wherever they stand in an option that is only repeated", async (t) => {
  const { key: own } = await service.account();
  const audio = await clientOf(own).files.upload(recording);
  for (const bad of ["\0", "\ud800"])
    for (const value of [bad, [bad], { a: [{ b: bad }] }, { [bad]: 1 }])
      for (const name of ["redact_pii_audio_options", "language_detection_options", "keyterms_prompt_options"]) {
        const json = { audio_url: audio, [name]: value };
        const answer = await service.call("POST", "/v2/transcript", { key: own, json });
        t.is(answer.status, 400, JSON.stringify(json));
        t.regex(JSON.stringify(answer.json), new RegExp(`^\\{"error":"${name}: `));
      }
  const speech_understanding = { request: { names: ["Ann", null, 1] } };
  const json = { audio_url: audio, speech_understanding };
  t.like(await service.call("POST", "/v2/transcript", { key: own, json }), {
    status: 200,
    json: { speech_understanding },
  });
});

test("an upload whose object is gone is refused, and nothing is set aside", async (t) => {
  const account = await service.account();
  const own = clientOf(account.key);
  const audio = await own.files.upload(recording);
  t.deepEqual(await resources.store.remove([`uploads/${audio.slice(-36)}`]), []);
  t.regex(await refusal(own.transcripts.submit({ audio })), /uploaded recording is gone/);
  t.is(await heldOf(resources, account.userId), 0);
  t.is(await findStoredBytes(resources.db, account.userId), recording.length);
});

test("an unfinished transcript has no sentences yet, and its account alone sees it", async (t) => {
  const account = await service.account();
  const own = clientOf(account.key);
  const { id, status } = await own.transcripts.submit({ audio: recording, language_detection: false });
  t.is(status, "queued");
  t.is(await heldOf(resources, account.userId), 1);
  const sentence = await refusal(own.transcripts.sentences(id));
  t.is(sentence, "This transcript has a status of 'queued'. It must be 'completed'.");
  for (const call of [client.transcripts.get(id), client.transcripts.delete(id), client.transcripts.subtitles(id)])
    t.is(await refusal(call), "Transcript lookup error, transcript id not found.");
  t.like(await own.transcripts.delete(id), { status: "queued", text: "Deleted by user." });
  t.is(await heldOf(resources, account.userId), 0);
});

test("a transcript that has failed says why, and is listed among errors", async (t) => {
  const account = await service.account();
  const own = clientOf(account.key);
  const { id } = await own.transcripts.submit({ audio: recording });
  const failed = {
    status: "failed",
    error_code: "audio_unusable",
    error_message: "No sound.",
    finished_at: new Date(),
  };
  await resources.db
    .updateTable("speech_requests")
    .set({ ...failed, status: "failed" })
    .where("id", "=", id)
    .execute();
  t.like(await own.transcripts.waitUntilReady(id), { status: "error", error: "No sound.", text: null });
  const { transcripts } = await own.transcripts.list({ status: "error" });
  t.like(transcripts, [{ id, status: "error", error: "No sound." }]);
});

test("an upload that is older than a day is gone, with what it counted", async (t) => {
  const account = await service.account();
  const own = clientOf(account.key);
  const [old, young] = [await own.files.upload(recording), await own.files.upload(recording)];
  const id = old.slice(-36);
  await sql`update uploads set created_at = now() - interval '25 hours' where id = ${id}::uuid`.execute(resources.db);
  t.regex(await refusal(own.transcripts.submit({ audio: old })), /Cannot access uploaded file/);
  t.is(await sweepUploads(resources), 1);
  t.is(await sweepUploads(resources), 0);
  t.is(await findStoredBytes(resources.db, account.userId), recording.length);
  t.is((await own.transcripts.submit({ audio: young })).status, "queued");
});

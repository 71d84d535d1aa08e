import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { findBalances } from "#src/domain/credits/queries.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { removeRequest } from "#src/domain/speech/remove-request.ts";
import { audioForm, type Answer, type CallOptions } from "#harness/clients/client.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { startService } from "#test/support/service.ts";
import { encoded, flacClaimingOneSecond, tone, wav } from "#harness/audio/sounds.ts";

// With workers, and without: there, work waits for ever.
const service = await startService({ workers: ["synthesis", "transcription"] });
const idle = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
test.after.always(() => Promise.all([service, idle].map((one) => one[Symbol.asyncDispose]())));

const accepted = z.object({ request_id: z.uuid() });
const idOf = (answer: Answer): string => answer.data(accepted).request_id;

/** An account with exactly so many credits of each pool, and its calls. */
async function accountWith(where: typeof service, credits: number) {
  const account = await where.account(0);
  for (const pool of ["tts", "asr"] as const) await setBalance(where.resources, { ...account, pool }, credits);
  const { key } = account;
  return {
    ...account,
    speak: (text: string, more: CallOptions = {}) =>
      where.call("POST", "/v1/speech/synthesize", { key, json: { text }, ...more }),
    hear: (audio: Uint8Array<ArrayBuffer>) =>
      where.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(audio) }),
  };
}

const booksAgree = async (where: typeof service): Promise<boolean> =>
  (await recountCredits(where.resources)).differences.length === 0;

const refused = (required: number, remaining: number) => ({
  success: false,
  detail: "Insufficient credits.",
  code: "insufficient_credits",
  required,
  remaining,
});

/** A WAV of `seconds` whose header says that it is one second long. */
function lyingWav(seconds: number): Uint8Array<ArrayBuffer> {
  const file = Buffer.from(tone(seconds));
  file.writeUInt32LE(32_000, 40);
  return Uint8Array.from(file);
}

test("300 calls at once on the credits of 100: 100 are accepted, 200 are 402, and nothing is oversold", async (t) => {
  const { userId, speak } = await accountWith(idle, 1_000);
  const answers = await Promise.all(Array.from({ length: 300 }, () => speak("😀 ten long")));
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  t.deepEqual([byStatus.get(202)?.length, byStatus.get(402)?.length], [100, 200]);
  t.like(byStatus.get(402)?.at(-1)?.json, refused(10, 0));
  t.is((await findBalances(idle.resources.db, userId)).tts, 0);
  t.is(await heldOf(idle.resources, userId), 1_000);
  t.true(await booksAgree(idle));
});

test("a spoken text costs its code points, a recording its seconds rounded up", async (t) => {
  const { userId, speak, hear } = await accountWith(service, 100);
  const spoken = await speak("Hi 😀.");
  const heard = await hear(tone(2.1));
  t.deepEqual([spoken.status, heard.status], [200, 200]);
  t.deepEqual(await chargesOf(service.resources, userId), [
    [idOf(spoken), 5],
    [idOf(heard), 3],
  ]);
  t.deepEqual(await findBalances(service.resources.db, userId), { tts: 95, asr: 97 });
  t.is(await heldOf(service.resources, userId), 0);
  const row = await service.resources.db
    .selectFrom("speech_requests")
    .select(["source", "credits"])
    .where("id", "=", idOf(heard))
    .executeTakeFirst();
  t.deepEqual(row, { source: "api_key", credits: 3 });
  t.true(await booksAgree(service));
});

test("a text of signs costs its letters in words where they are more than twice its characters", async (t) => {
  const text = "√2 ".repeat(10).trim();
  const letters = "the square root of two ".repeat(10).trim().length;
  const [rich, poor] = [await accountWith(service, 1_000), await accountWith(service, letters - 1)];
  t.is((await rich.speak(text)).status, 200);
  t.is((await findBalances(service.resources.db, rich.userId)).tts, 1_000 - letters);
  t.like((await poor.speak(text)).json, refused(letters, letters - 1));
  t.is((await findBalances(service.resources.db, poor.userId)).tts, letters - 1);
  t.is(await heldOf(service.resources, poor.userId), 0);
  t.is((await rich.speak("Room 12 costs $5.")).status, 200);
  t.is((await findBalances(service.resources.db, rich.userId)).tts, 1_000 - letters - 17);
  const streamed = await service.call("POST", "/v1/speech/synthesize?stream=true", { key: rich.key, json: { text } });
  t.is(streamed.status, 200);
  t.is((await findBalances(service.resources.db, rich.userId)).tts, 1_000 - 2 * letters - 17);
  t.true(await booksAgree(service));
});

test("a text of ligatures that would be an hour of speech is refused, and costs nothing", async (t) => {
  const account = await accountWith(service, 10_000);
  const answer = await account.speak("\u{FDFA}".repeat(5_000));
  t.is(answer.status, 413);
  t.is((await findBalances(service.resources.db, account.userId)).tts, 10_000);
});

test("the last credits can be spent, and one credit short is 402 with the missing number", async (t) => {
  const { userId, speak, hear } = await accountWith(idle, 5);
  const short = await speak("123456");
  t.like(short.json, refused(6, 5));
  t.regex(short.headers.get("ratelimit") ?? "", /r=1000000;/, "what is refused does not count");
  t.is((await speak("12345")).status, 202);
  t.like((await hear(tone(5.1))).json, refused(6, 5));
  t.is((await hear(tone(5))).status, 202);
  t.deepEqual(await findBalances(idle.resources.db, userId), { tts: 0, asr: 0 });
});

test("an unknown voice is reported before 402, and 402 before too much unfinished work", async (t) => {
  const { key } = await accountWith(idle, 0);
  const unknown = { text: "Hello.", voice_id: randomUUID() };
  t.is((await idle.call("POST", "/v1/speech/synthesize", { key, json: unknown })).status, 404);
  const busy = await startService({ env: { WAIT_MAX_SECONDS: "0", SPEECH_CONCURRENCY: "1" } });
  t.teardown(() => busy[Symbol.asyncDispose]());
  const poor = await accountWith(busy, 5);
  t.is((await poor.speak("12345")).status, 202);
  t.is((await poor.speak("1")).status, 402);
  await setBalance(busy.resources, { userId: poor.userId, pool: "tts" }, 10);
  t.is((await poor.speak("1")).status, 429);
  t.is((await findBalances(busy.resources.db, poor.userId)).tts, 10, "what was refused holds nothing");
});

test("work that fails, and work that is cancelled or removed before it is begun, is free", async (t) => {
  const { userId, hear } = await accountWith(service, 100);
  const broken = Uint8Array.from(Buffer.concat([Buffer.from("fLaC"), Buffer.alloc(4_000)]));
  t.is((await hear(broken)).status, 422);
  t.deepEqual(await findBalances(service.resources.db, userId), { tts: 100, asr: 100 });
  t.deepEqual(await chargesOf(service.resources, userId), []);
  t.is(await heldOf(service.resources, userId), 0);

  const waiting = await accountWith(idle, 100);
  const [cancelled, removed] = [idOf(await waiting.speak("Hello.")), idOf(await waiting.hear(tone(9)))];
  t.deepEqual(await findBalances(idle.resources.db, waiting.userId), { tts: 94, asr: 91 });
  await cancelRequest(idle.resources, cancelled);
  await cancelRequest(idle.resources, cancelled);
  await removeRequest(idle.resources, { requestId: removed });
  t.deepEqual(await findBalances(idle.resources.db, waiting.userId), { tts: 100, asr: 100 });
});

for (const [title, remove] of [
  ["alone", (id: string, key: string) => idle.call("DELETE", `/v1/speech/requests/${id}`, { key })],
  [
    "with others",
    (id: string, key: string) => idle.call("POST", "/v1/speech/requests/delete", { key, json: { request_ids: [id] } }),
  ],
] as const) {
  test(`work that is deleted ${title} while it is done costs the share that was done`, async (t) => {
    const { key, userId, speak, hear } = await accountWith(idle, 100);
    const ids = [idOf(await speak("Ten letters".repeat(3))), idOf(await hear(tone(40)))];
    const half = { status: "processing", progress: 55 } as const;
    await idle.resources.db.updateTable("speech_requests").set(half).where("id", "in", ids).execute();
    for (const id of ids) t.is((await remove(id, key)).status, 200);
    t.deepEqual(await findBalances(idle.resources.db, userId), { tts: 100 - 18, asr: 100 - 22 });
    t.is(await heldOf(idle.resources, userId), 0);
    const charges = new Map(await chargesOf(idle.resources, userId));
    t.deepEqual(
      ids.map((id) => charges.get(id)),
      [18, 22],
    );
  });
}

test("the maintenance process releases held credits of a deleted request", async (t) => {
  const { userId, speak } = await accountWith(idle, 100);
  const { db } = idle.resources;
  const id = idOf(await speak("Hello."));
  await db.deleteFrom("jobs").where("subject_id", "=", id).execute();
  await db.deleteFrom("speech_requests").where("id", "=", id).execute();
  t.is(await heldOf(idle.resources, userId), 6);
  await idle.startWorker("maintenance");
  while ((await heldOf(idle.resources, userId)) > 0) await delay(20);
  t.is((await findBalances(db, userId)).tts, 100);
});

test("demo calls are free, with a credential, too", async (t) => {
  const { key, userId } = await accountWith(service, 0);
  const json = { text: "Hello." };
  t.is((await service.call("POST", "/v1/demo/speech/synthesize", { key, json })).status, 200);
  t.is((await service.call("POST", "/v1/demo/speech/transcriptions", { key, form: audioForm(tone(2)) })).status, 200);
  t.deepEqual(await chargesOf(service.resources, userId), []);
});

test("a wrong length in the header brings no free work: the decoded length is charged", async (t) => {
  const { key, userId, hear } = await accountWith(service, 25);
  const lie = await flacClaimingOneSecond(tone(60));
  const late = await hear(lie);
  t.is(late.status, 402);
  t.like(late.json, refused(60, 25));
  t.regex(late.headers.get("ratelimit") ?? "", /r=999999;/, "it has cost a decoding, and counts");
  const failed = await service.call("GET", `/v1/speech/requests/${late.headers.get("x-request-id")}`, { key });
  t.like(failed.json, { data: { status: "failed", text: null, error: { code: "insufficient_credits" } } });
  t.is((await findBalances(service.resources.db, userId)).asr, 25);
  t.deepEqual(await chargesOf(service.resources, userId), []);

  await setBalance(service.resources, { userId, pool: "asr" }, 61);
  const paid = await hear(lie);
  t.is(paid.status, 200);
  t.deepEqual(await chargesOf(service.resources, userId), [[idOf(paid), 60]]);
  t.is((await findBalances(service.resources.db, userId)).asr, 1);
  t.true(await booksAgree(service));
});

test("a WAV of sixty seconds whose header claims one is charged by its decoded length", async (t) => {
  const { userId, hear } = await accountWith(service, 59);
  t.like((await hear(lyingWav(60))).json, refused(60, 59), "its bytes are counted");
  await setBalance(service.resources, { userId, pool: "asr" }, 60);
  const heard = await hear(lyingWav(60));
  t.is(heard.status, 200);
  const { duration_seconds: seconds } = heard.data(z.object({ duration_seconds: z.number() }));
  t.deepEqual(await chargesOf(service.resources, userId), [[idOf(heard), Math.ceil(seconds)]]);
  t.is((await findBalances(service.resources.db, userId)).asr, 60 - Math.ceil(seconds));
  t.true(await booksAgree(service));
});

test("silence costs its seconds, and a file that does not say its length is charged when it is decoded", async (t) => {
  const { userId, hear } = await accountWith(service, 30);
  const silent = await hear(wav(2));
  const unsaid = await hear(await encoded(tone(12), "aac", ["-f", "adts"]));
  t.deepEqual([silent.status, unsaid.status], [200, 200]);
  const charges = await chargesOf(service.resources, userId);
  t.deepEqual(charges[0], [idOf(silent), 2]);
  t.true([12, 13].includes(charges[1]?.[1] ?? 0), "the codec pads a little");
});

test("one call with an idempotency key is charged once, however often it is made", async (t) => {
  const { userId, speak } = await accountWith(service, 100);
  const headers = { "idempotency-key": randomUUID() };
  const first = await speak("Hello.", { headers });
  const repeats = await Promise.all([1, 2, 3].map(() => speak("Hello.", { headers })));
  t.true(repeats.every((answer) => idOf(answer) === idOf(first)));
  t.deepEqual(await chargesOf(service.resources, userId), [[idOf(first), 6]]);
  t.is((await findBalances(service.resources.db, userId)).tts, 94);
});

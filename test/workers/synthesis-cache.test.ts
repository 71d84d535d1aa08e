import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import test from "ava";
import { sql } from "kysely";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { findBalances } from "#src/domain/credits/queries.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { sweepObjectRemovals } from "#src/domain/object-removals/sweep-object-removals.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import { removeRequest } from "#src/domain/speech/remove-request.ts";
import { type SynthesisInput, submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { recountStorage } from "#src/domain/storage/recount-storage.ts";
import { sweepSynthesisCache } from "#src/domain/synthesis-cache/sweep-synthesis-cache.ts";
import { deleteVoice } from "#src/domain/voices/delete-voice.ts";
import { synthesizeSpeech } from "#src/jobs/synthesize-speech.ts";
import type { Resources } from "#src/platform/resources.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import { notStreamed } from "#test/support/not-streamed.ts";
import { synthesizeSpeechHandler } from "#workers/synthesis/synthesize-speech.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import type { Synthesizer } from "#workers/speech/synthesizer.ts";

// No worker runs: the test is the worker.
const service = await startService({
  env: { SYNTHESIS_CACHE_MAX_BYTES: "1000000000", SYNTHESIS_CACHE_SHARED: "true" },
});
const { db, store } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const [sampleRate, durationSeconds] = [16_000, 0.25];
const words = { source: "model", words: [{ word: "Sentence", start: 0, end: 0.2 }] } as const;
/** The number of times that an engine has spoken. */
let spoken = 0;

/** Makes noise, so that nothing sounds twice the same. */
const speakingBy = (engine?: string, during?: Run["during"]): Synthesizer => ({
  snapshots: () => [],
  close: () => Promise.resolve(),
  languages: ["en"],
  speakSentences: notStreamed,
  synthesize: async ({ directory, voice, wordTimestamps }) => {
    spoken += 1;
    await during?.();
    const path = join(directory, `${randomUUID()}.raw`);
    await writeFile(
      path,
      Int16Array.from({ length: sampleRate * durationSeconds }, () => 20_000 * Math.random()),
    );
    const isSubstituted = engine === "fallback for a part";
    return {
      path,
      sampleRate,
      durationSeconds,
      engine: isSubstituted ? voice.engine : (engine ?? voice.engine),
      isSubstituted,
      ...(wordTimestamps === true && { words }),
    };
  },
});

interface Run {
  readonly resources?: Resources;
  readonly engine?: string;
  readonly version?: string;
  /** Happens while the text is being spoken. */
  readonly during?: () => Promise<void>;
}

function withCache(synthesisCache: Resources["config"]["workers"]["synthesisCache"]): Resources {
  const { config, ...others } = service.resources;
  return { ...others, config: { ...config, workers: { ...config.workers, synthesisCache } } };
}

/** One run of the work of a request. */
async function work(requestId: string, run: Run = {}) {
  const { resources = service.resources, engine, version = "1", during } = run;
  const handler = synthesizeSpeechHandler(resources, speakingBy(engine, during), version);
  const payload = await promoteJob(db, requestId);
  await runJob(resources, { contract: synthesizeSpeech, payload, handler }, new AbortController().signal);
}

const ordinary = { maxUnfinished: 100, options: {} };

async function submit(input: Partial<SynthesisInput> & Pick<SynthesisInput, "text" | "userId">): Promise<string> {
  const requestId = randomUUID();
  const isDemo = input.userId === null;
  const caller = { isDemo, isExempt: true, source: isDemo ? null : ("web" as const) };
  await submitSynthesis(service.resources, { ...ordinary, ...caller, requestId, ...input });
  return requestId;
}

async function speak(input: Parameters<typeof submit>[0], run?: Run) {
  const id = await submit(input);
  await work(id, run);
  const request = await findRequest(db, id);
  if (request === null) throw new Error("The request is gone.");
  return request;
}

const audioOf = async (key: string | null): Promise<Buffer | null> => {
  const found = key === null ? null : await store.read(key);
  return found === null ? null : buffer(found);
};
const entries = async () => (await db.selectFrom("synthesis_cache").select("result_key").execute()).length;
const unique = () => `Sentence ${randomUUID().replaceAll(/[\d-]/g, "")}.`;
const account = async () => (await service.account()).userId;

async function insertVoice(userId: string): Promise<string> {
  const id = randomUUID();
  const custom = { type: "custom", status: "ready", engine: "flite", engine_voice: "rms" } as const;
  const values = { id, user_id: userId, name: "Mine", description: "", language: "en", ...custom };
  await db.insertInto("voices").values(values).execute();
  return id;
}

test.serial("neither another account nor the demo is told that a text was spoken", async (t) => {
  const resources = withCache({ maxBytes: 1e9, isShared: false, isCharged: true });
  const [text, userId] = [unique(), await account()];
  for (const caller of [await account(), null, userId])
    t.false((await speak({ text, userId: caller }, { resources })).cached);
  t.true((await speak({ text, userId }, { resources })).cached, "an account finds what it has had spoken itself");
});

test.serial("what was spoken once is copied for all who share the cache, and charged to each", async (t) => {
  const [first, second] = [await account(), await account()];
  const text = unique();
  const made = await speak({ text, userId: first });
  const before = spoken;
  const copied = await speak({ text, userId: second });
  t.is(spoken, before, "no engine is asked");
  t.like(made, { status: "completed", cached: false });
  t.like(copied, { status: "completed", progress: 100, cached: true, duration_seconds: durationSeconds });
  t.not(copied.result_key, made.result_key);
  t.deepEqual(await audioOf(copied.result_key), await audioOf(made.result_key));
  t.deepEqual(await chargesOf(service.resources, second), [[copied.id, text.length]]);
  t.is(await heldOf(service.resources, second), 0);
  t.deepEqual((await recountStorage({ db })).differences, []);
  t.deepEqual((await recountCredits(service.resources)).differences, []);
  const days = db.selectFrom("usage_days").select(["tts_count", "credits"]).where("user_id", "=", second);
  t.deepEqual(await days.execute(), [{ tts_count: 1, credits: text.length }]);
});

test.serial("another text, speed, format, sample rate, language, voice or program is synthesized again", async (t) => {
  const userId = await account();
  const same = { text: unique(), userId, language: "en" } as const;
  await speak(same);
  const voices = await db.selectFrom("voices").select("id").where("user_id", "is", null).limit(5).execute();
  t.true((await speak(same)).cached);
  for (const other of [
    { text: unique() },
    { options: { speed: 1.5 } },
    { options: { format: "flac" } },
    { options: { sampleRate: 16_000 } },
    { language: "de" },
  ] as const) {
    t.false((await speak({ ...same, ...other })).cached, JSON.stringify(other));
  }
  const answers = await Promise.all(voices.map(({ id }) => speak({ ...same, voiceId: id })));
  t.true(answers.filter(({ cached }) => cached).length <= 1, "one of them may be the default voice");
  t.false((await speak(same, { version: "2" })).cached);
});

test.serial("the usual rates of a format are the same as none, and other ones are not", async (t) => {
  const mp3 = { format: "mp3" } as const;
  const same = { text: unique(), userId: await account(), options: mp3 };
  t.false((await speak(same)).cached);
  t.true((await speak({ ...same, options: { ...mp3, sampleRate: 24_000, bitRate: 48_000 } })).cached);
  t.false((await speak({ ...same, options: { ...mp3, bitRate: 64_000 } })).cached);
});

test.serial(
  "a copy is the account's own: it stays when the first one is deleted, and goes with its account",
  async (t) => {
    const [first, second] = [await account(), await account()];
    const text = unique();
    const made = await speak({ text, userId: first });
    const copied = await speak({ text, userId: second });
    await removeRequest({ db, store }, { requestId: made.id, userId: first });
    t.is(await audioOf(made.result_key), null);
    t.not(await audioOf(copied.result_key), null);
    t.true((await speak({ text, userId: first })).cached, "the latest copy is the one that is known");
    for (const userId of [first, second]) {
      await db.transaction().execute(async (trx) => {
        await eraseAccount(trx, userId);
        await trx.updateTable("users").set({ closed_at: new Date() }).where("id", "=", userId).execute();
      });
    }
    while ((await sweepObjectRemovals({ db, store })) > 0) continue;
    t.is(await audioOf(copied.result_key), null);
    t.is(
      await db
        .selectFrom("synthesis_cache")
        .select("request_id")
        .where("request_id", "=", copied.id)
        .executeTakeFirst(),
      undefined,
    );
    t.false((await speak({ text, userId: await account() })).cached);
  },
);

test.serial("the same letters as text and as markup are two inputs", async (t) => {
  const same = { text: `<speak>${unique()}</speak>`, userId: await account() };
  t.false((await speak(same)).cached);
  t.false((await speak({ ...same, options: { inputType: "ssml" } })).cached);
  t.true((await speak({ ...same, options: { inputType: "ssml" } })).cached);
});

test.serial(
  "the times of words are kept with the audio, and audio without them is no hit for who asks for them",
  async (t) => {
    const same = { text: unique(), userId: await account() };
    t.is((await speak(same)).spoken_words, null);
    const asked = await speak({ ...same, options: { wordTimestamps: true } });
    t.like(asked, { cached: false, spoken_words: words });
    t.like(await speak({ ...same, options: { wordTimestamps: true } }), { cached: true, spoken_words: words });
    t.true((await speak(same)).cached);
    t.like(
      await speak({ ...same, options: { wordTimestamps: true } }),
      { cached: true, spoken_words: words },
      "they outlive one who did not ask",
    );
  },
);

test.serial("cached audio deleted by its only owner is found by no account", async (t) => {
  const text = unique();
  const userId = await account();
  const made = await speak({ text, userId });
  await removeRequest({ db, store }, { requestId: made.id, userId });
  t.false((await speak({ text, userId: await account() })).cached);
});

test.serial("an anonymous caller of the demo is given a copy and leaves nothing", async (t) => {
  const text = unique();
  await speak({ text, userId: null });
  t.false((await speak({ text, userId: null })).cached);
  const before = await entries();
  await speak({ text, userId: await account() });
  t.is(await entries(), before + 1);
  t.true((await speak({ text, userId: null })).cached);
  t.is(await entries(), before + 1);
});

test.serial("what a custom voice speaks is for its account alone and forgotten with the voice", async (t) => {
  const [mine, other] = [await account(), await account()];
  const [voiceId, others] = [await insertVoice(mine), await insertVoice(other)];
  const text = unique();
  t.false((await speak({ text, userId: mine, voiceId })).cached);
  t.true((await speak({ text, userId: mine, voiceId })).cached);
  t.false((await speak({ text, userId: other, voiceId: others })).cached);
  const known = await entries();
  await deleteVoice({ db, store }, { voiceId, userId: mine });
  t.is(await entries(), known - 1);
});

test.serial("speech made while its voice is deleted is kept by the request and not cached", async (t) => {
  const userId = await account();
  const voiceId = await insertVoice(userId);
  const known = await entries();
  const during = () => deleteVoice({ db, store }, { voiceId, userId });
  const request = await speak({ text: unique(), userId, voiceId }, { during });
  t.is(request.status, "completed");
  t.not(await audioOf(request.result_key), null);
  t.is(await entries(), known);
});

test.serial("a text whose cached audio cannot be copied is spoken again", async (t) => {
  const { resources } = service;
  const same = { text: unique(), userId: await account() };
  await speak(same);
  const fault = Object.assign(new Error("EIO: i/o error, link"), { code: "EIO" });
  const faulty = { ...resources, store: { ...store, copy: () => Promise.reject(fault) } };
  const again = await speak(same, { resources: faulty });
  t.like(again, { status: "completed", cached: false });
  t.not(await audioOf(again.result_key), null);
  t.deepEqual(await db.selectFrom("pending_objects").select("key").execute(), []);
  t.deepEqual(await db.selectFrom("object_removals").select("key").execute(), []);
});

test.serial("what another engine has spoken in place of the voice's own is not found again", async (t) => {
  const same = { text: unique(), userId: await account() };
  t.false((await speak(same, { engine: "fallback" })).cached);
  t.false((await speak(same, { engine: "fallback for a part" })).cached);
  t.false((await speak(same)).cached);
  t.true((await speak(same, { engine: "fallback" })).cached, "what the voice itself has spoken is");
});

test.serial("audio that the store has lost is synthesized again", async (t) => {
  const same = { text: unique(), userId: await account() };
  const made = await speak(same);
  await store.remove([made.result_key ?? ""]);
  const again = await speak(same);
  t.false(again.cached);
  t.not(await audioOf(again.result_key), null);
  t.deepEqual(await db.selectFrom("pending_objects").select("key").execute(), []);
  t.true((await speak(same)).cached);
});

test.serial("without a charge for copies, the credits come back and the use is counted", async (t) => {
  const resources = withCache({ maxBytes: 1e9, isShared: true, isCharged: false });
  const userId = await account();
  const same = { text: unique(), userId };
  await speak(same, { resources });
  const { tts } = await findBalances(db, userId);
  const copied = await speak(same, { resources });
  t.like(copied, { cached: true, credits: 0 });
  t.is((await findBalances(db, userId)).tts, tts);
  t.is(await heldOf(service.resources, userId), 0);
  t.deepEqual((await recountCredits(service.resources)).differences, []);
});

test.serial("a run that dies between copying and writing is repeated, charged once and leaves no object", async (t) => {
  const userId = await account();
  const same = { text: unique(), userId };
  await speak(same);
  const id = await submit(same);
  const kept: string[] = [];
  const gone = Promise.withResolvers<boolean>();
  // The copy is there, and then the process is gone: neither does it write nor does it tidy up.
  const dying = {
    ...store,
    copy: async (from: string, to: string) => {
      await store.copy(from, to);
      kept.push(to);
      return gone.promise;
    },
  };
  const { resources } = service;
  const run = work(id, { resources: { ...resources, store: dying } });
  while (kept.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await sql`update jobs set heartbeat_at = now() - interval '1 hour' where subject_id = ${id}`.execute(db);
  // The second delivery of the run counts the crash and returns the job.
  await work(id);
  await work(id);
  t.like(await findRequest(db, id), { status: "completed", cached: true });
  t.is((await chargesOf(resources, userId)).length, 2);
  await sql`update pending_objects set created_at = now() - interval '1 hour'`.execute(db);
  while ((await sweepObjectRemovals({ db, store })) > 0) continue;
  for (const key of kept) t.is(await store.size(key), null);
  t.deepEqual((await recountStorage({ db })).differences, []);
  gone.reject(new Error("The connection was reset."));
  await run;
  t.like(await findRequest(db, id), { status: "completed", cached: true });
});

test.serial("a request that is cancelled while its copy is made costs nothing and leaves no object", async (t) => {
  const userId = await account();
  const same = { text: unique(), userId };
  await speak(same);
  const id = await submit(same);
  const kept: string[] = [];
  const slow = {
    ...store,
    copy: async (from: string, to: string) => {
      kept.push(to);
      await cancelRequest(service.resources, id);
      return store.copy(from, to);
    },
  };
  await work(id, { resources: { ...service.resources, store: slow } });
  t.like(await findRequest(db, id), { status: "failed", error_code: "cancelled" });
  t.is((await chargesOf(service.resources, userId)).length, 1);
  for (const key of kept) t.is(await store.size(key), null);
});

test.serial("ten at once are all spoken or copied, and the cache knows one of them", async (t) => {
  const userId = await account();
  const text = unique();
  const before = await entries();
  const ids = await Promise.all(Array.from({ length: 10 }, () => submit({ text, userId })));
  await Promise.all(ids.map((id) => work(id)));
  for (const id of ids) t.like(await findRequest(db, id), { status: "completed" });
  t.is((await chargesOf(service.resources, userId)).length, 10);
  t.is(await entries(), before + 1);
  t.true((await speak({ text, userId })).cached);
});

test.serial("the cache keeps within its bytes, and what was used last stays", async (t) => {
  await sweepSynthesisCache({ db }, { maxBytes: 0 });
  t.is(await entries(), 0);
  const userId = await account();
  const texts = [unique(), unique(), unique()] as const;
  const made = [];
  for (const text of texts) made.push(await speak({ text, userId }));
  const bytes = (await store.size(made[0]?.result_key ?? "")) ?? 0;
  t.true((await speak({ text: texts[0], userId })).cached);
  t.is(await sweepSynthesisCache({ db }, { maxBytes: 2 * bytes }), 1);
  t.is(await sweepSynthesisCache({ db }, { maxBytes: 2 * bytes }), 0);
  t.true((await speak({ text: texts[0], userId })).cached);
  t.false((await speak({ text: texts[1], userId })).cached);
  for (const { result_key: key } of made) t.not(await audioOf(key), null, "the audio stays with its request");
});

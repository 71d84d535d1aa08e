import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { beginCycle } from "#src/domain/credits/cycles.ts";
import { reserveCredits } from "#src/domain/credits/reserve-credits.ts";
import { claimJob } from "#src/domain/jobs/claim-job.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { insertJob, type JobLease } from "#src/domain/jobs/queries.ts";
import { retentionSweeps } from "#workers/maintenance/retention-sweeps.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { cancelStream } from "#src/domain/speech/cancel-stream.ts";
import { completeSynthesis } from "#src/domain/speech/complete-synthesis.ts";
import { completeTranscription } from "#src/domain/speech/complete-transcription.ts";
import type { TranscriptionResult } from "#src/domain/speech/ending-queries.ts";
import { failRequest } from "#src/domain/speech/fail-request.ts";
import { insertTranscriptionRequest } from "#src/domain/speech/queries.ts";
import { removeRequest, removeRequests } from "#src/domain/speech/remove-request.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { findStoredBytes, insertStoredObject } from "#src/domain/storage/queries.ts";
import { completeTraining } from "#src/domain/voices/complete-training.ts";
import { deleteVoice } from "#src/domain/voices/delete-voice.ts";
import { failTraining } from "#src/domain/voices/fail-training.ts";
import type { TrainedVoice } from "#src/domain/voices/training-queries.ts";
import { DomainError } from "#src/errors.ts";
import type { JobName } from "#src/jobs/catalogue.ts";
import { untilLockAwaited } from "#test/support/database.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

// No worker runs: the tests are the worker.
const service = await startService();
const { resources } = service;
const { db, store } = resources;
const { userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const claimObject = (): Promise<void> => Promise.resolve();
const failure = new DomainError("engine_timeout");
const spoken = { ...{ resultKey: "results/none", contentType: "audio/wav", sampleRate: 24_000 }, durationSeconds: 1 };
const heard: TranscriptionResult = {
  transcript: { text: "hello", segments: [], words: [] },
  ...({ model: "english", confidenceSource: "alignment", durationSeconds: 1.5, recording: null } as const),
};
const clarity = { signal: 3, background: 4, overall: 3.2 };
const trained: TrainedVoice = {
  ...{ engine: "kokoro", engineVoice: "af_heart", sampleKey: "samples/none", sampleContainer: "flac" },
  comparison: null,
  profile: { kind: "style", baseVoice: "af_heart", styleOffset: [0], resampling: 1, equalizer: null },
  match: {
    ...{ method: "matched", baseVoice: "af_heart", similarity: 0.8, builtinVoice: "af_sky", builtinSimilarity: 0.7 },
    ...{ samplePitchHz: 190, pitchHz: 190, wordErrors: 0, words: 15, sampleSeconds: 12, warnings: [] },
    ...{ clarity, sampleClarity: clarity },
  },
};

async function synthesis(isStreamed = false): Promise<string> {
  const requestId = randomUUID();
  const owner = { userId, isDemo: false, source: "api_key", maxUnfinished: 1_000 } as const;
  await submitSynthesis(resources, { ...owner, requestId, text: "Hello.", options: {}, isStreamed });
  return requestId;
}

const withJob = async (subjectId: string, name: JobName): Promise<string> => {
  await insertJob(db, { subjectId, name, accountId: userId });
  return subjectId;
};

async function transcription(id: string = randomUUID()): Promise<string> {
  await insertTranscriptionRequest(db, {
    ...{ id, userId, isDemo: false, source: "api_key", language: "en", languageTag: "en", apiKeyId: null },
    ...{
      options: transcriptionOptions.parse({}),
      recording: { key: "uploads/none", container: "wav" },
      fileName: null,
    },
  });
  return withJob(id, "transcribe-audio");
}

const voice = async (): Promise<string> => withJob(await insertPendingVoice(resources, userId), "train-voice");

async function claim(subjectId: string): Promise<JobLease> {
  const lease = await claimJob(db, await promoteJob(db, subjectId));
  if (lease === null) throw new Error("The job was not there.");
  return lease;
}

const eventsOf = (subjectId: string) =>
  db
    .selectFrom("request_events")
    .select(["user_id", "subject_type", "type", "facts"])
    .where("subject_id", "=", subjectId)
    .execute();

/** Each way in which a run ends its work, and the event that it writes. */
const runs = {
  "a synthesis that is completed": {
    make: synthesis,
    end: (lease: JobLease) => completeSynthesis({ db, claimObject }, lease, { ...spoken, model: "flite" }),
    event: { subject_type: "synthesis", type: "completed", facts: { credits: 6 } },
  },
  "a transcription that is completed": {
    make: () => transcription(),
    end: (lease: JobLease) => completeTranscription({ db }, lease, heard),
    event: { subject_type: "transcription", type: "completed", facts: { credits: 0 } },
  },
  "a request that fails": {
    make: synthesis,
    end: (lease: JobLease) => failRequest({ db, store }, lease, failure),
    event: { subject_type: "synthesis", type: "failed", facts: { credits: 0, error_code: "engine_timeout" } },
  },
  "a training that is completed": {
    make: voice,
    end: (lease: JobLease) => completeTraining({ db, claims: [claimObject] }, lease, trained),
    event: { subject_type: "voice", type: "completed", facts: { credits: 0 } },
  },
  "a training that fails": {
    make: voice,
    end: (lease: JobLease) => failTraining({ db, store }, lease, failure),
    event: { subject_type: "voice", type: "failed", facts: { credits: 0, error_code: "engine_timeout" } },
  },
} as const;

for (const [title, { make, end, event }] of Object.entries(runs)) {
  test(`${title} writes one event, and none by a run that lost its lease`, async (t) => {
    const id = await make();
    const lost = await claim(id);
    await db.updateTable("jobs").set({ state: "queued", promoted_at: null }).where("subject_id", "=", id).execute();
    const lease = await claim(id);
    await t.throwsAsync(end(lost), { instanceOf: LeaseLostError });
    t.deepEqual(await eventsOf(id), []);
    await end(lease);
    t.deepEqual(await eventsOf(id), [{ user_id: userId, ...event }]);
    await t.throwsAsync(end(lease), { instanceOf: LeaseLostError });
    t.is((await eventsOf(id)).length, 1);
  });
}

/** Each way in which a caller ends work, and the event that it writes. */
const callers = {
  "a request that is cancelled": {
    make: synthesis,
    end: (id: string) => cancelRequest(resources, id),
    event: { subject_type: "synthesis", type: "cancelled", facts: { credits: 0 } },
  },
  "a stream whose caller hangs up": {
    make: () => synthesis(true),
    end: (id: string) => cancelStream(resources, { requestId: id, characters: 4 }),
    event: { subject_type: "synthesis", type: "cancelled", facts: { credits: 4 } },
  },
  "an unfinished request that is removed": {
    make: () => transcription(),
    end: (id: string) => removeRequest({ db, store }, { requestId: id }),
    event: { subject_type: "transcription", type: "cancelled", facts: { credits: 0 } },
  },
  "an unfinished request that is removed with others": {
    make: synthesis,
    end: (id: string) => removeRequests({ db, store }, { requestIds: [randomUUID(), id], userId }),
    event: { subject_type: "synthesis", type: "cancelled", facts: { credits: 0 } },
  },
  "a voice that is deleted while it is trained": {
    make: voice,
    end: (id: string) => deleteVoice({ db, store }, { voiceId: id, userId }),
    event: { subject_type: "voice", type: "cancelled", facts: { credits: 0 } },
  },
} as const;

for (const [title, { make, end, event }] of Object.entries(callers)) {
  test(`${title} writes one event, however often and in any state of its job`, async (t) => {
    for (const isRunning of [false, true]) {
      const id = await make();
      if (isRunning) await claim(id);
      await Promise.allSettled([end(id), end(id)]);
      t.deepEqual(await eventsOf(id), [{ user_id: userId, ...event }]);
    }
  });
}

test.serial(
  "requests that are removed together do not deadlock with a synthesis that is completed meanwhile",
  async (t) => {
    // The transcription comes first, by its id.
    const transcribed = await transcription("00000000-0000-4000-8000-000000000000");
    await insertStoredObject(db, { key: "uploads/none", userId, bytes: 100 });
    const [half, whole] = [await synthesis(), await synthesis()];
    const halfDone = { status: "processing", progress: 50 } as const;
    await db.updateTable("speech_requests").set(halfDone).where("id", "=", half).execute();
    const { promise: removed, resolve } = Promise.withResolvers<readonly string[]>();
    const removeMeanwhile = async (trx: Db): Promise<void> => {
      resolve(removeRequests({ db, store }, { requestIds: [transcribed, half], userId }));
      await untilLockAwaited(db);
      await insertStoredObject(trx, { key: spoken.resultKey, userId, bytes: 100 });
    };
    const removing = { db, claimObject: removeMeanwhile };
    const completed = completeSynthesis(removing, await claim(whole), { ...spoken, model: "flite" });
    t.deepEqual(await Promise.all([completed, removed]), [6, [half, transcribed]]);
    t.is(await findStoredBytes(db, userId), 100);
    t.like(await eventsOf(half), [{ type: "cancelled", facts: { credits: 3 } }]);
    t.is((await eventsOf(transcribed)).length, 1);
  },
);

test.serial("requests of both pools that are removed by two calls at once do not deadlock", async (t) => {
  const balance = sql`select 1 from balances where user_id = ${userId} and pool = 'tts' for update`;
  const [one, other] = [await synthesis(), await synthesis()];
  const last = await transcription("ffffffff-ffff-4fff-8fff-ffffffffffff");
  const first = await transcription("00000000-0000-4000-8000-000000000001");
  for (const requestId of [first, last]) {
    await reserveCredits(db, { requestId, userId, pool: "asr", credits: 1 });
  }
  const { removals } = await db.transaction().execute(async (trx) => {
    await balance.execute(trx);
    const begun = [removeRequests({ db, store }, { requestIds: [one, last], userId })];
    await untilLockAwaited(db);
    begun.push(removeRequests({ db, store }, { requestIds: [first, other], userId }));
    await untilLockAwaited(db, 2);
    return { removals: begun };
  });
  t.deepEqual((await Promise.all(removals)).flat().toSorted(), [one, other, first, last].toSorted());
});

test.serial("requests of both pools that are removed do not deadlock with a cycle that begins meanwhile", async (t) => {
  const balance = sql`select 1 from balances where user_id = ${userId} and pool = 'asr' for update`;
  const [spokenId, heardId] = [await synthesis(), await transcription()];
  await reserveCredits(db, { requestId: heardId, userId, pool: "asr", credits: 1 });
  const cycle = { credits: { tts: 0, asr: 0 }, endsAt: null };
  const { removed, begun } = await db.transaction().execute(async (trx) => {
    await balance.execute(trx);
    const removal = removeRequests({ db, store }, { requestIds: [heardId, spokenId], userId });
    await untilLockAwaited(db);
    const beginning = db
      .transaction()
      .execute((other) => beginCycle(other, { orderId: "order_meanwhile", userId }, cycle));
    await untilLockAwaited(db, 2);
    return { removed: removal, begun: beginning };
  });
  t.deepEqual(await Promise.all([removed, begun]), [[spokenId, heardId], null]);
});

test("what has ended is removed without a further event", async (t) => {
  const id = await synthesis();
  await failRequest({ db, store }, await claim(id), failure);
  await removeRequest({ db, store }, { requestId: id, userId });
  t.is((await eventsOf(id)).length, 1);
  const trainedId = await voice();
  await completeTraining({ db, claims: [claimObject] }, await claim(trainedId), trained);
  await deleteVoice({ db, store }, { voiceId: trainedId, userId });
  t.is((await eventsOf(trainedId)).length, 1);
});

test("an event is rolled back with the transaction that ends its work", async (t) => {
  const id = await synthesis();
  const lease = await claim(id);
  const gone = () => Promise.reject(new DomainError("unavailable"));
  const ending = completeSynthesis({ db, claimObject: gone }, lease, { ...spoken, model: "flite" });
  await t.throwsAsync(ending, { instanceOf: DomainError });
  t.deepEqual(await eventsOf(id), []);
  await failRequest({ db, store }, lease, failure);
  t.is((await eventsOf(id)).length, 1);
});

test("events are erased with their account", async (t) => {
  const other = await service.account();
  const event = { user_id: other.userId, subject_type: "voice", type: "failed", facts: "{}" } as const;
  const id = randomUUID();
  await db
    .insertInto("request_events")
    .values({ ...event, subject_id: id })
    .execute();
  await db.transaction().execute((trx) => eraseAccount(trx, other.userId));
  t.deepEqual(await eventsOf(id), []);
});

test("events are removed after 30 days", async (t) => {
  const [old, young] = [randomUUID(), randomUUID()];
  for (const [id, days] of [
    [old, 31],
    [young, 29],
  ] as const) {
    await sql`insert into request_events (subject_type, subject_id, type, facts, created_at)
      values ('voice', ${id}, 'completed', '{}', now() - make_interval(days => ${days}))`.execute(db);
  }
  const never = {
    audioDays: null,
    textDays: null,
    requestDays: null,
    webhookEventDays: null,
    deliveryDays: null,
    contactDays: null,
  };
  const sweeps = retentionSweeps({ db }, { ...never, feedbackDays: null, revokedKeyDays: null });
  t.deepEqual(await Promise.all(sweeps.map(({ sweep }) => sweep())), [1, 0]);
  t.deepEqual([(await eventsOf(old)).length, (await eventsOf(young)).length], [0, 1]);
});

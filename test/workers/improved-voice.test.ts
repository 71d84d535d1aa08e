import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { createdVoice, voiceAnswer } from "#src/api/voices/schemas.ts";
import { findVoice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { trainVoice } from "#src/jobs/train-voice.ts";
import { audioForm } from "#harness/clients/client.ts";
import { fakeMatching, speakOffset } from "#test/support/fake-voice-matching.ts";
import { objectKeys } from "#harness/service/leftovers.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import { speech } from "#harness/audio/sounds.ts";
import { trainVoiceHandler } from "#workers/training/train-voice.ts";
import { runJob, shuttingDown } from "#workers/runtime/run-job.ts";
import type { SpeakStyle } from "#workers/speech/voices/matching/style-voice.ts";

// No worker runs: the tests below are the worker, and one after the other, since a run may take any account's work.
const service = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
const { resources } = service;
const { db } = resources;
const reference = await mkdtemp(join(tmpdir(), "speech-reference-"));
const sample = await speech(
  "We saw the brown fox at nine, and it ran over the lazy dog as if there was nothing to it.",
);
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await rm(reference, { recursive: true });
});

async function make(improve = true) {
  const { key } = await service.account();
  const form = audioForm(sample, { name: "Mine", ...(improve && { improve: "true" }) });
  const id = (await service.call("POST", "/v1/voices", { key, form })).data(createdVoice).voice_id;
  const read = async () => (await service.call("GET", `/v1/voices/${id}`, { key })).data(voiceAnswer);
  return { id, key, read };
}

const evaluationsOf = async (id: string) => (await findVoice(db, id))?.search?.evaluations ?? [];

/** Runs the training as a worker would. */
async function train(id: string, speak: SpeakStyle = speakOffset, stopping = new AbortController().signal) {
  const handler = trainVoiceHandler(resources, async () => fakeMatching(reference, speak));
  const payload = await promoteJob(db, id);
  await runJob(resources, { contract: { ...trainVoice, backoffMs: () => 0 }, payload, handler }, stopping);
}

/** Speaks until the search has tried this many voices, then does something once. */
function interrupted(id: string, tried: number, interrupt: () => Promise<void> | void): SpeakStyle {
  let [isOver, spoken] = [false, 0];
  return async (said) => {
    spoken += 1;
    if (!isOver && (await evaluationsOf(id)).length >= tried) {
      isOver = true;
      await interrupt();
    }
    return speakOffset(said);
  };
}

test.serial("an improved voice has its scores before and after", async (t) => {
  const { id, read } = await make();
  t.like((await findVoice(db, id))?.search, { evaluations: [] });
  await train(id);
  const { status, match, progress } = await read();
  t.deepEqual([status, progress], ["ready", 100]);
  t.is(match?.improvement?.evaluations, 25);
  const { similarity_before: before = 1, similarity_after: after = 0 } = match?.improvement ?? {};
  t.true(after > before + 0.05, JSON.stringify(match));
  t.is((await findVoice(db, id))?.search, null);
});

test.serial("a voice without the search has the scores of the fit alone", async (t) => {
  const { id, read } = await make(false);
  t.is((await findVoice(db, id))?.search, null);
  await train(id);
  t.like(await read(), { status: "ready", match: { method: "matched", improvement: null } });
});

test.serial("a search that is interrupted goes on where it was, in another worker", async (t) => {
  const { id, read } = await make();
  const stopping = new AbortController();
  await train(
    id,
    interrupted(id, 6, () => {
      stopping.abort(shuttingDown);
      // As an engine does; what it still spoke could be kept before the job is handed back.
      throw shuttingDown;
    }),
    stopping.signal,
  );
  const kept = await evaluationsOf(id);
  t.is(kept.length, 6);
  const halfway = await read();
  t.like(halfway, { status: "training", match: { improvement: null } }, "the fit is kept, too");
  t.true(halfway.progress < 99);
  const seen: unknown[] = [];
  let spoken = 0;
  await train(id, async (said) => {
    if (spoken === 0) seen.push(await evaluationsOf(id));
    spoken += 1;
    return speakOffset(said);
  });
  t.deepEqual(seen, [kept]);
  // Twenty voices are tried yet with three sentences, and the built-in one, the fit and the best are judged by two.
  t.true(spoken >= 20 * 3 + 3 * 2 && spoken <= 20 * 3 + 5 * 2, `${spoken}`);
  const whole = await make();
  await train(whole.id);
  t.deepEqual((await read()).match, (await whole.read()).match, "it is the voice that it would have been");
  t.deepEqual((await findVoice(db, id))?.profile, (await findVoice(db, whole.id))?.profile);
});

test.serial("deleting the voice ends its search and leaves nothing", async (t) => {
  const { id, key } = await make();
  const remove = async (): Promise<void> => {
    t.is((await service.call("DELETE", `/v1/voices/${id}`, { key })).status, 200);
  };
  let after = 0;
  const speak = interrupted(id, 3, remove);
  await train(id, async (said) => {
    const pcm = await speak(said);
    if ((await findVoice(db, id)) === null) after += 1;
    return pcm;
  });
  t.is(await findVoice(db, id), null);
  t.true(after <= 3, "no more than the voice that was being tried is spoken");
  t.deepEqual(
    (await objectKeys(service)).filter((name) => name.includes(id)),
    [],
  );
});

test.serial("after a final failure of the search the fitted voice is ready and says so", async (t) => {
  const { id, read, key } = await make();
  await train(
    id,
    interrupted(id, 4, () => {
      throw new DomainError("engine_timeout");
    }),
  );
  const { status, error, match, has_sample: hasSample } = await read();
  t.deepEqual([status, error, hasSample], ["ready", null, true]);
  t.regex(match?.warnings.at(-1) ?? "", /search for a better voice was interrupted/);
  const uses = await service.call("GET", `/v1/voices/${id}/uses`, { key });
  t.like(uses.json, { data: { items: [{ action: "trained" }, { action: "created" }] } });
});

test.serial("a run that has lost its lease keeps nothing of the search", async (t) => {
  const { id } = await make();
  await train(
    id,
    interrupted(id, 3, async () => {
      await db.updateTable("jobs").set({ run: 9 }).where("subject_id", "=", id).execute();
    }),
  );
  t.is((await evaluationsOf(id)).length, 3);
  t.like(await findVoice(db, id), { status: "training" });
});

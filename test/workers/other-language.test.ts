import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { transcribeAudio } from "#src/jobs/transcribe-audio.ts";
import { wav } from "#harness/audio/sounds.ts";
import { audioForm } from "#harness/clients/client.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import { privateFolder } from "#test/speech/synth-support.ts";
import { transcribeAudioHandler } from "#workers/transcription/transcribe-audio.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import { isOtherLanguage, type PieceWords, shareOfDifferent } from "#workers/speech/recognition/other-language.ts";
import { openPcmSource } from "#workers/speech/recognition/pcm-source.ts";
import { noSpeakers } from "#test/support/no-speakers.ts";

const service = await startService();
const { db } = service.resources;
const english = manifestOf("english");
await registerEngines({ db }, crypto.randomUUID(), readyEngines([english]));
const { key, userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

/** Hears another language in all recordings. */
const handler = transcribeAudioHandler(
  service.resources,
  {
    manifests: [english],
    transcribe: async () => {
      const said = { text: "poets are more", segments: [], words: [] };
      return { ...said, model: "english", confidenceSource: "alignment", isOtherLanguage: true };
    },
  },
  noSpeakers,
);

async function heard(fields: Readonly<Record<string, string>>): Promise<string> {
  const sent = { key, form: audioForm(wav(2), fields), headers: { prefer: "respond-async" } };
  const id = (await service.call("POST", "/v1/speech/transcriptions", sent)).headers.get("x-request-id") ?? "";
  const payload = await promoteJob(db, id);
  await runJob(service.resources, { contract: transcribeAudio, payload, handler }, new AbortController().signal);
  return id;
}

const shown = async (id: string) => (await service.call("GET", `/v1/speech/requests/${id}`, { key })).json;
const isCharged = async (id: string): Promise<boolean> =>
  (await chargesOf(service.resources, userId)).some(([charged]) => charged === id);

test.serial("speech of another language is refused and costs nothing, where no language was named", async (t) => {
  for (const fields of [{}, { language: "auto" }]) {
    const id = await heard(fields);
    t.like(await shown(id), {
      data: { status: "failed", error: { code: "language_mismatch" }, credits_consumed: 0, language_tag: "en" },
    });
    t.false(await isCharged(id));
  }
});

test.serial("it is transcribed with a warning, and charged, where the language was named", async (t) => {
  const id = await heard({ language: "en" });
  t.like(await shown(id), { data: { status: "completed", text: "poets are more", credits_consumed: 2 } });
  t.like(await shown(id), { data: { warnings: [{ code: "language_mismatch" }] } });
  t.true(await isCharged(id));
});

const rate = 16_000;

async function sourceOf(t: ExecutionContext, seconds: number) {
  const path = join(await privateFolder(t), "sound.raw");
  await writeFile(path, new Int16Array(seconds * rate));
  const source = await openPcmSource(path);
  t.teardown(() => source[Symbol.asyncDispose]());
  return source;
}

const pieceOf = (seconds: number, confidence: number): PieceWords => ({
  piece: { from: 0, to: seconds * rate, speech: [[0, seconds * rate]] },
  confidences: [confidence, confidence],
});

test("speech is of another language where its words fit badly and change with the tempo", async (t) => {
  const source = await sourceOf(t, 6);
  const texts = ["the first thing to do", "but I think the team", "we are a part", "so how is that"];
  let reads = 0;
  const changing = async () => ({ text: texts[reads++ % texts.length] ?? "", words: null, language: null });
  const steady = async () => ({ text: "the weather was cold", words: null, language: null });
  t.true(await isOtherLanguage(source, [pieceOf(6, 0.4)], changing));
  t.false(await isOtherLanguage(source, [pieceOf(6, 0.4)], steady), "an accent that fits badly");
  reads = 0;
  t.false(await isOtherLanguage(source, [pieceOf(6, 0.7)], changing), "words that fit");
  t.false(await isOtherLanguage(source, [pieceOf(3, 0.4)], changing), "too short to tell");
  t.is(reads, 0, "nothing is read again without need");
});

test("the share of different words is an edit distance", (t) => {
  t.is(shareOfDifferent(["a", "b", "c"], ["a", "c"]), 1 / 3);
  t.is(shareOfDifferent([], []), 0);
  t.is(shareOfDifferent(["a"], ["b", "c"]), 1);
});

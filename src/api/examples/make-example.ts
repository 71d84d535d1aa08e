import { stat, writeFile } from "node:fs/promises";
import { json } from "node:stream/consumers";
import type { RequestContext } from "#src/api/route.ts";
import { createDemoRequest, getOrCreateResult, synthesizeOnce } from "#src/api/results/get-or-create-result.ts";
import {
  type Example,
  exampleAudioKey,
  exampleTranscript,
  exampleTranscriptKey,
  type ExampleTranscript,
  exampleVoiceId,
  transcribableExamples,
} from "#src/domain/examples/examples.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { submitTranscription } from "#src/domain/speech/submit-transcription.ts";
import { findVisibleVoice, type Voice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";

/** An example with the voice that speaks it here, and the objects that its audio and transcript are kept in. */
interface SpokenExample {
  readonly example: Example;
  readonly voice: Voice;
  readonly audioKey: string;
  readonly transcriptKey: string;
}

export const noExample = (): DomainError =>
  new DomainError("not_found", "The example is not available. Retry in a minute.");

/** Null for an unknown one, and where no engine reads its language. */
export async function findExample(
  { engines, resources: { db } }: RequestContext,
  id: string,
): Promise<SpokenExample | null> {
  const offered = await engines.current();
  const example = transcribableExamples(offered).find((one) => one.id === id);
  if (example === undefined) return null;
  const voice = await findVisibleVoice(db, { voiceId: exampleVoiceId(example, offered), userId: null });
  if (voice === null) return null;
  const audioKey = exampleAudioKey(example, voice, offered);
  return { example, voice, audioKey, transcriptKey: exampleTranscriptKey(example, audioKey, offered) };
}

/** Its audio, which is spoken now unless it is kept. @throws DomainError `not_found`, `rate_limited`, `unavailable` */
export const exampleAudio = (context: RequestContext, { example, voice, audioKey: key }: SpokenExample) =>
  getOrCreateResult(context, {
    ...{ key, limit: "demo_synthesis", missing: noExample },
    make: () => synthesizeOnce(context, { voice, text: example.text, key }),
  });

/** Its transcript; null where it is not kept yet. */
export async function keptTranscript(
  { resources: { store } }: RequestContext,
  { transcriptKey }: SpokenExample,
): Promise<ExampleTranscript | null> {
  const kept = await store.read(transcriptKey);
  return kept === null ? null : exampleTranscript.parse(await json(kept));
}

/** Its transcript, which is made of the kept audio now unless it is kept. @throws DomainError as `exampleAudio` does */
export async function exampleTranscriptJson(
  context: RequestContext,
  spoken: SpokenExample,
): Promise<ExampleTranscript> {
  const content = await getOrCreateResult(context, {
    ...{ key: spoken.transcriptKey, limit: "demo_transcription", missing: noExample },
    make: () => makeTranscript(context, spoken),
  });
  return exampleTranscript.parse(JSON.parse(content.toString()));
}

/** @returns whether it was kept */
async function makeTranscript(
  context: RequestContext,
  { example, audioKey, transcriptKey }: SpokenExample,
): Promise<boolean> {
  const { store, workspace } = context.resources;
  await using folder = await workspace.folder();
  const path = `${folder.path}/audio`;
  if (!(await store.fetchTo(audioKey, path))) return false;
  const file = {
    path,
    bytes: (await stat(path)).size,
    container: "mp3",
    fileName: null,
    declaredSeconds: null,
    declaredChannels: null,
  } as const;
  const reading = { languageTag: example.language, options: {} };
  // The folder is needed until the transcript is kept.
  return await createDemoRequest(
    context,
    (demo) => submitTranscription(context.resources, { ...demo, ...file, ...reading }),
    async (request) => {
      const content = transcriptOf(request);
      if (content === null) return false;
      const kept = `${folder.path}/transcript`;
      await writeFile(kept, JSON.stringify(content));
      await store.putFile(transcriptKey, kept, "application/json");
      return true;
    },
  );
}

/** Null where nothing was understood. */
function transcriptOf({ transcript, model, duration_seconds: seconds }: SpeechRequest): ExampleTranscript | null {
  if (transcript === null || transcript.text === "") return null;
  const words = transcript.words.map(({ word, written = word, start, end }) => ({ written, start, end }));
  return { text: transcript.text, model, duration_seconds: seconds ?? 0, words };
}

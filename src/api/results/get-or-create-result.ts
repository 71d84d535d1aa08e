import { buffer } from "node:stream/consumers";
import type { DomainError } from "#src/errors.ts";
import { demoCallerOf } from "#src/api/callers/demo-caller.ts";
import type { LimitName, RequestContext } from "#src/api/route.ts";
import { keepSpeech } from "#src/domain/speech/keep-speech.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { removeDemoAudio } from "#src/domain/speech/remove-demo-audio.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import type { Voice } from "#src/domain/voices/queries.ts";
import { waitForDemoResult } from "./wait-for-result.ts";
import { WorkFailedError } from "./work-failed-error.ts";

/** A result that is made for the first caller and kept for all others. */
interface CreatableResult {
  /** The object that it is kept in. */
  readonly key: string;
  /** The limit that making it counts against; reading it counts nowhere. */
  readonly limit: LimitName;
  /** @returns whether it was kept */
  readonly make: () => Promise<boolean>;
  /** Makes the error that is thrown where it could not be made. */
  readonly missing: () => DomainError;
}

/** For so long it is remembered that one could not be made. */
const retryAfterMs = 60_000;

/** @throws DomainError `rate_limited`, that of `missing`, or what `make` throws */
export async function getOrCreateResult(
  context: RequestContext,
  { key, limit, make, missing }: CreatableResult,
): Promise<Buffer> {
  const { store, answers, mutex } = context.resources;
  const kept = await store.read(key);
  if (kept !== null) return buffer(kept);
  // One call of a process makes it at a time.
  const first = async (): Promise<Buffer> => {
    const meanwhile = await store.read(key);
    if (meanwhile !== null) return buffer(meanwhile);
    const isMade = await answers.get(key, retryAfterMs, make);
    const made = isMade ? await store.read(key) : null;
    if (made === null) throw missing();
    return buffer(made);
  };
  await context.count(limit);
  return mutex.runExclusive(key, first);
}

/**
 * Does work of the demo for all callers, and keeps its result; what cannot be done is remembered, not thrown.
 * @returns whether it was kept
 */
export async function createDemoRequest(
  context: RequestContext,
  submit: (demo: DemoRequest) => Promise<void>,
  keep: (request: SpeechRequest) => Promise<boolean>,
): Promise<boolean> {
  const { resources, requestId } = context;
  const demo = { requestId, userId: null, isDemo: true, source: null, maxUnfinished: 0 } as const;
  try {
    const demoCaller = await demoCallerOf(context, null);
    await submit({ ...demo, demoCaller });
    return await keep(await waitForDemoResult(context));
  } catch (error) {
    if (error instanceof WorkFailedError) return false;
    throw error;
  } finally {
    void removeDemoAudio(resources, requestId);
  }
}

interface DemoRequest {
  readonly requestId: string;
  readonly userId: null;
  readonly isDemo: true;
  readonly source: null;
  readonly maxUnfinished: 0;
  readonly demoCaller: string;
}

/** Lets a voice speak a text, and keeps that as MP3 under `key`. @returns whether it was kept */
export const synthesizeOnce = (
  context: RequestContext,
  { voice, text, key }: { readonly voice: Voice; readonly text: string; readonly key: string },
): Promise<boolean> => {
  const { resources } = context;
  const { id: voiceId, language, engine } = voice;
  return createDemoRequest(
    context,
    (demo) => submitSynthesis(resources, { ...demo, text, language, voiceId, options: { format: "mp3" } }),
    (request) => keepSpeech(resources, { key, engine }, request),
  );
};

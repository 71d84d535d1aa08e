import { setTimeout as delay } from "node:timers/promises";
import { FormData } from "undici";
import type { RecognitionTask } from "#workers/speech/engine.ts";
import { wavHeader } from "#workers/speech/audio/wav.ts";
import type { ServerConnection } from "#workers/speech/servers/send-request.ts";
import { ServerError } from "#workers/speech/servers/server-error.ts";
import { type ServerProfile, serverProfiles } from "./server-profiles.ts";

/** A call is ended this long after it was begun: a base, which covers the loading of a model, and a share of the audio. */
export interface CallDeadline {
  readonly baseMs: number;
  readonly perAudioSecondMs: number;
}

/** Samples that are sent: 16 bits, little-endian, mono. */
export interface Sound {
  /** May lie in a file, and is read then while it is sent. */
  readonly pcm: Blob;
  /** Hz. */
  readonly sampleRate: number;
}

export interface Question {
  readonly sound: Sound;
  readonly model: string;
  /** Null where the server detects it. */
  readonly language: string | null;
  readonly task: RecognitionTask;
}

/** @throws ServerError; the signal's reason when it is aborted */
export type AskServer = (question: Question, signal: AbortSignal) => Promise<unknown>;

const bytesPerSample = 2;
const firstWaitMs = 1000;
const maxWaitMs = 30_000;

/** Asks a server in the form of its profile, again while it is busy, and keeps to the richest answer that it gives. */
export function serverAsker(
  server: ServerConnection,
  deadline: CallDeadline,
  profile: ServerProfile = serverProfiles.openai,
): AskServer {
  /** The place in the profile's list of the answer that each task has, once a call has proven it. */
  const proven = new Map<RecognitionTask, number>();
  const send = async (question: Question, signal: AbortSignal): Promise<unknown> => {
    const { task } = question;
    for (let tried = proven.get(task) ?? 0; ; tried += 1) {
      try {
        const value = await server.post(pathOf(profile, question), formOf(profile, question, tried), signal);
        proven.set(task, tried);
        return value;
      } catch (error) {
        const mayBeTheFormat = error instanceof ServerError && error.fault === "rejected" && !proven.has(task);
        if (!mayBeTheFormat || tried >= profile.formats.length - 1) throw error;
      }
    }
  };
  return async (question, signal) => {
    const timeoutMs = Math.ceil(deadline.baseMs + deadline.perAudioSecondMs * secondsOf(question.sound));
    const late = AbortSignal.timeout(timeoutMs);
    const own = AbortSignal.any([signal, late]);
    try {
      return await whileBusy(() => send(question, own), { signal: own, endsAt: performance.now() + timeoutMs });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw late.aborted ? new ServerError("timeout", "The speech server timed out.") : error;
    }
  };
}

interface Patience {
  readonly signal: AbortSignal;
  readonly endsAt: number;
}

async function whileBusy<Result>(call: () => Promise<Result>, { signal, endsAt }: Patience): Promise<Result> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ServerError) || error.fault !== "busy") throw error;
      // A server that says 0 again and again is not sent the audio each time at once.
      const pauseMs = Math.max(error.retryAfterMs ?? waitMs, waitMs / 2);
      if (performance.now() + pauseMs >= endsAt) throw error;
      await delay(Math.ceil(pauseMs), undefined, { signal });
    }
  }
}

/** The length of a sound. */
const secondsOf = ({ pcm, sampleRate }: Sound): number => pcm.size / bytesPerSample / sampleRate;

const languageOf = ({ languageNames }: ServerProfile, { language }: Question): string | null =>
  language === null ? null : (languageNames[language] ?? language);

function pathOf(profile: ServerProfile, question: Question): string {
  const language = languageOf(profile, question);
  const path = profile.paths[question.task];
  if (path === null) throw new Error("The server cannot do this task.");
  const isInPath = profile.languageIn === "query" && language !== null;
  return isInPath ? `${path}?${new URLSearchParams({ language }).toString()}` : path;
}

function formOf(profile: ServerProfile, question: Question, format: number): FormData {
  const { pcm, sampleRate } = question.sound;
  const { modelField, languageIn, formats } = profile;
  const language = languageOf(profile, question);
  const form = new FormData();
  form.append("file", new Blob([wavHeader(sampleRate, pcm.size), pcm], { type: "audio/wav" }), "audio.wav");
  if (modelField !== null) form.append(modelField, question.model);
  // A translation finds the language by itself: OpenAI has no such field there.
  if (languageIn === "form" && language !== null && question.task === "transcribe") form.append("language", language);
  for (const [field, value] of formats[format] ?? []) form.append(field, value);
  return form;
}

import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claimJob } from "#src/domain/jobs/claim-job.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { promoteJob } from "./promote-job.ts";
import type { TestService } from "./service.ts";
import { synthesizeSpeechHandler } from "#workers/synthesis/synthesize-speech.ts";
import type { SynthesisEngine } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";

/** The sample rate, in Hz, of the engine and of the streams, at 16 bits. */
export const sampleRate = 24_000;
const sentences = Array.from({ length: 20 }, (_, index) => `This is sentence number ${index + 10} of twenty. `);
const streamedText = sentences.join("");
export const sentenceLetters = sentences[0]?.length ?? 0;

interface Behaviour {
  /** The time that each piece takes to speak, and then the time for which it sounds. */
  readonly speakMs?: number;
  readonly soundSeconds?: number;
  /** Happens before the piece with this number is spoken. */
  readonly before?: (piece: number) => Promise<void>;
}

/** An engine in the place of flite, which tells when it began to speak. */
function pacedEngine({
  speakMs = 0,
  soundSeconds = 1,
  before,
}: Behaviour): SynthesisEngine & { readonly begun: number[] } {
  const begun: number[] = [];
  return {
    ...openFlite(),
    begun,
    canSpeak: () => true,
    synthesize: async ({ directory, signal }) => {
      const piece = begun.push(performance.now()) - 1;
      await before?.(piece);
      await sleep(speakMs, undefined, { signal });
      const path = join(directory, `${randomUUID()}.pcm`);
      const samples = Int16Array.from({ length: sampleRate * soundSeconds }, (_, at) => 9_000 * Math.sin(at / 20));
      await writeFile(path, samples);
      return { path, sampleRate, durationSeconds: soundSeconds };
    },
    close: () => Promise.resolve(),
  };
}

/** One run of the work of a request, done by the test itself. */
export async function runWork({ resources }: Pick<TestService, "resources">, id: string, behaviour: Behaviour = {}) {
  const engine = pacedEngine(behaviour);
  const synthesizer = openSynthesizer({ engines: [engine], fallback: openEspeak() });
  const lease = await claimJob(resources.db, await promoteJob(resources.db, id));
  if (lease === null) throw new Error("The job cannot be claimed.");
  const stopping = new AbortController();
  const handler = synthesizeSpeechHandler(resources, synthesizer, "1");
  const ended = handler
    .run(lease, stopping.signal, () => undefined)
    .then(
      () => null,
      (error: unknown) => error,
    );
  return { lease, handler, ended, begun: engine.begun, stop: () => stopping.abort(new Error("killed")) };
}

export interface Heard {
  readonly status: number;
  /** All that came, whether or not the end did. */
  readonly bytes: () => Buffer;
  /** Resolves when so many bytes have come. */
  readonly came: (bytes: number) => Promise<void>;
  /** Resolves with whether the answer came to its end. */
  readonly whole: Promise<boolean>;
  readonly hangUp: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

interface StreamCall {
  readonly baseUrl: string;
  readonly key: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ours when absent. */
  readonly path?: string;
}

/** Asks for a stream and reads it. */
export function listenTo({ baseUrl, key, json, headers, path = "/v1/speech/synthesize?stream=true" }: StreamCall) {
  const heard = Promise.withResolvers<Heard>();
  const { hostname, port } = new URL(baseUrl);
  const call = httpRequest({
    ...{ hostname, port, method: "POST", path },
    headers: { "content-type": "application/json", accept: "audio/pcm", "x-api-key": key, ...headers },
  });
  call.on("error", heard.reject);
  call.on("response", (response) => {
    const chunks: Buffer[] = [];
    const whole = Promise.withResolvers<boolean>();
    const received = { bytes: 0 };
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      received.bytes += chunk.length;
    });
    response.on("error", () => undefined);
    response.on("close", () => whole.resolve(response.complete));
    const bytes = () => Buffer.concat(chunks);
    heard.resolve({
      status: response.statusCode ?? 0,
      bytes,
      came: async (count) => {
        while (received.bytes < count && !response.closed) await sleep(5);
      },
      whole: whole.promise,
      hangUp: () => call.destroy(),
      pause: () => response.pause(),
      resume: () => response.resume(),
    });
  });
  call.end(JSON.stringify(json));
  heard.promise.catch(() => undefined);
  return { heard: heard.promise, hangUp: () => call.destroy() };
}

/** The id of the unfinished request that speaks this text, as soon as there is one. */
export async function untilWritten(
  { resources: { db } }: Pick<TestService, "resources">,
  text: string,
): Promise<string> {
  for (;;) {
    const row = await db
      .selectFrom("speech_requests")
      .select("id")
      .where("input_text", "=", text)
      .where("finished_at", "is", null)
      .orderBy("created_at", "desc")
      .executeTakeFirst();
    if (row !== undefined) return row.id;
    await sleep(5);
  }
}

/** A text of twenty such sentences and one of its own. */
export const unlikeText = (): string => `${streamedText}${randomUUID().slice(0, 8)} is the last word of it.`;

import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import OpenAI from "openai";
import pMap from "p-map";
import type { RunningService } from "#harness/service/running-service.ts";
import type { CallOptions } from "./calls.ts";
import { digestOf } from "./data-snapshot.ts";

/** Bytes in a second of PCM as all listeners ask for it, 16 bits at 24 kHz. */
export const bytesPerSecond = 48_000;

/** Begins the stream of a text. @throws Error when it is not answered with sound */
export type OpenStream = () => Promise<Response>;

/** The sound that was received of a text from its beginning to its end. */
export interface ReceivedStream {
  readonly requestId: string;
  /** SHA-256 of the audio, in hex. */
  readonly digest: string;
}

/** A program that plays a text, and asks for it again when its stream breaks off. */
export interface Listener {
  /** The number of times that it has asked. */
  readonly calls: () => number;
  /** The sound that it has received so far, in all its streams. */
  readonly bytes: () => number;
  readonly isOver: () => boolean;
  readonly received: Promise<ReceivedStream>;
}

/** Until it asks again. */
const pauseMs = 1_000;
/** A program that has received nothing new for so long gives up. */
const patienceMs = 120_000;

/** OpenAI's own client, which repeats by itself what fails before it is answered. */
export function openAiStream(text: string, { baseUrl, key, signal }: CallOptions) {
  let attempts = 0;
  const counted: typeof fetch = (input, init) => {
    attempts += 1;
    return fetch(input, init);
  };
  const openai = new OpenAI({ baseURL: `${baseUrl}/openai/v1`, apiKey: key, fetch: counted });
  const body = { model: "tts-1", voice: "alloy", input: text, response_format: "pcm" } as const;
  const open: OpenStream = () => openai.audio.speech.create(body, { signal });
  return { open, attempts: () => attempts };
}

/** Our own call, which an idempotency key makes repeatable. */
export function ownStream(text: string, { baseUrl, key, signal }: CallOptions): OpenStream {
  const headers = { "content-type": "application/json", accept: "audio/pcm", "x-api-key": key };
  const idempotencyKey = randomUUID();
  return async () => {
    const answer = await fetch(`${baseUrl}/v1/speech/synthesize?stream=true`, {
      ...{ method: "POST", headers: { ...headers, "idempotency-key": idempotencyKey } },
      ...{ body: JSON.stringify({ text }), signal },
    });
    if (answer.status === 200) return answer;
    throw new Error(`A stream was answered with ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  };
}

interface Playing {
  /** For how long it plays a part of so many bytes before it reads the next. */
  readonly playMs: (bytes: number) => number;
  readonly signal: AbortSignal;
}

/** Plays a stream to its end. */
export function listen(open: OpenStream, { playMs, signal }: Playing): Listener {
  let [calls, bytes, isOver] = [0, 0, false];
  let receivedAtMs = performance.now();
  const receive = async (): Promise<ReceivedStream> => {
    const hash = createHash("sha256");
    const answer = await open();
    for await (const part of partsOf(answer)) {
      hash.update(part);
      bytes += part.length;
      receivedAtMs = performance.now();
      await sleep(playMs(part.length), undefined, { signal });
    }
    isOver = true;
    return { requestId: answer.headers.get("x-request-id") ?? "", digest: hash.digest("hex") };
  };
  const untilReceived = async (): Promise<ReceivedStream> => {
    for (;;) {
      try {
        calls += 1;
        return await receive();
      } catch (error) {
        signal.throwIfAborted();
        if (performance.now() - receivedAtMs > patienceMs) throw error;
        await sleep(pauseMs, undefined, { signal });
      }
    }
  };
  return { calls: () => calls, bytes: () => bytes, isOver: () => isOver, received: untilReceived() };
}

/** The body of an answer, as it comes. */
async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (read === undefined || read.done) return;
    yield read.value;
  }
}

/** Counts those of these that are not, byte for byte, what the service has stored of them. */
export async function countDiffering(
  { resources: { db, store } }: RunningService,
  received: readonly ReceivedStream[],
): Promise<number> {
  const rows = await db.selectFrom("speech_requests").select(["id", "result_key"]).execute();
  const keys = new Map(rows.map(({ id, result_key: key }) => [id, key ?? ""]));
  const stored = await pMap(received, ({ requestId }) => digestOf(store, keys.get(requestId) ?? ""), {
    concurrency: 4,
  });
  return received.filter(({ digest }, index) => digest !== stored[index]).length;
}

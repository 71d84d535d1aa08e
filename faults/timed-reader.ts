import { request } from "node:http";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { CallOptions } from "./calls.ts";

/** A line of a stream with the times of its characters, which come behind the sound of their sentence. */
const line = z.object({
  audio_base64: z.string(),
  alignment: z.object({ characters: z.array(z.string()) }).nullable(),
});

/** A caller who reads a stream and counts what of its text it is sent. */
export interface TimedReader {
  /** The id of the request; empty when the call was not answered with a stream. */
  readonly requestId: () => string;
  /** The number of sentences that were sent, also one of which a part was sent. */
  readonly sentences: () => number;
  /** Resolves when that many were, or the stream is over. */
  readonly came: (sentences: number) => Promise<void>;
  /** Resolves with whether it came to its end. */
  readonly over: Promise<boolean>;
  readonly hangUp: () => void;
}

/** Asks for a stream in lines of JSON, on a connection of its own, and reads it at once. */
export function readTimed(text: string, voiceId: string, { baseUrl, key, signal }: CallOptions): TimedReader {
  const state = { requestId: "", whole: 0, isWithin: false, isOver: false };
  const waiting = new Map<() => void, number>();
  const sentences = (): number => state.whole + (state.isWithin ? 1 : 0);
  const tell = (): void => {
    for (const [resolve, count] of waiting) if (state.isOver || sentences() >= count) resolve();
  };
  const over = Promise.withResolvers<boolean>();
  const end = (isWhole: boolean): void => {
    state.isOver = true;
    tell();
    over.resolve(isWhole);
  };
  const url = `${baseUrl}/elevenlabs/v1/text-to-speech/${voiceId}/stream/with-timestamps?output_format=pcm_24000`;
  const headers = { "content-type": "application/json", "xi-api-key": key };
  const call = request(url, { agent: false, method: "POST", headers, signal }, (answer) => {
    answer.on("error", () => undefined).once("close", () => end(answer.complete && answer.statusCode === 200));
    if (answer.statusCode !== 200) return void answer.resume();
    state.requestId = String(answer.headers["x-request-id"] ?? "");
    const lines = createInterface({ input: answer }).on("error", () => undefined);
    lines.on("line", (written) => {
      // The last line of a stream that breaks off may be a part of one.
      const read = written.endsWith("}") ? line.safeParse(JSON.parse(written)) : null;
      if (read?.success !== true) return;
      const { audio_base64: sound, alignment } = read.data;
      if (sound !== "") state.isWithin = true;
      if (alignment !== null) [state.whole, state.isWithin] = [state.whole + 1, false];
      tell();
    });
  });
  call.on("error", () => end(false)).end(JSON.stringify({ text }));
  return {
    requestId: () => state.requestId,
    sentences,
    came: (count) =>
      new Promise((resolve) => {
        waiting.set(resolve, count);
        tell();
      }),
    over: over.promise,
    hangUp: () => call.destroy(),
  };
}

import pMap from "p-map";
import { z } from "zod";
import { audioForm } from "#harness/clients/client.ts";

const accepted = z.object({ data: z.object({ request_id: z.uuid() }) });

/** The service that is called, and the caller's key. */
export interface CallOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

interface MoreOfText {
  readonly language?: string;
  readonly voice_id?: string;
  readonly format?: string;
}

/** Hands a text over to be spoken. @returns the id of the accepted request */
export const submitText = (text: string, options: CallOptions, more: MoreOfText = {}) =>
  submit("/v1/speech/synthesize", options, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text, ...more }),
  });

/** Hands a recording over to be transcribed. @returns the id of the accepted request */
export const submitRecording = (audio: Uint8Array<ArrayBuffer>, options: CallOptions) =>
  submit("/v1/speech/transcriptions", options, { body: audioForm(audio) });

async function submit(path: string, { baseUrl, key, signal }: CallOptions, init: RequestInit): Promise<string> {
  const headers = { "x-api-key": key, prefer: "respond-async", ...Object.fromEntries(new Headers(init.headers)) };
  const response = await fetch(`${baseUrl}${path}`, { ...init, method: "POST", headers, signal });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 500)}`);
  return accepted.parse(JSON.parse(text)).data.request_id;
}

/** Works on all items, so many at a time. @returns the results in the order of the items */
export const mapConcurrently = <Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => pMap(items, (item) => work(item), { concurrency });

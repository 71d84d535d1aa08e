import { openAsBlob } from "node:fs";
import { z } from "zod";

const envelope = z.object({ data: z.unknown() });
const accepted = z.object({ request_id: z.uuid() });
const transcript = z.object({
  text: z.string(),
  language: z.string(),
  words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })),
});
const state = z.object({
  status: z.enum(["queued", "processing", "completed", "failed"]),
  progress: z.int(),
});

type Transcript = z.output<typeof transcript>;

/** An answer with another status than was expected. */
export class UnexpectedStatusError extends Error {
  override readonly name = "UnexpectedStatusError";
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The calls that are measured, without the checks of the tests' client, which take time. */
export interface SpeechClient {
  /** Speaks a text by the default voice and throws the answer away. */
  synthesize(text: string): Promise<void>;
  /** The same by the demo call, which answers with the audio itself. */
  synthesizeDemo(text: string): Promise<void>;
  /** Speaks a text by the default voice. @returns a WAV file */
  speak(text: string): Promise<Uint8Array>;
  /** Hands a text over without waiting. @returns the id of the request */
  submitText(text: string): Promise<string>;
  /** Waits for the transcript. @param fields of the form beside the recording @throws UnexpectedStatusError */
  transcribe(path: string, fields?: Readonly<Record<string, string>>): Promise<Transcript>;
  /** Hands a recording over that is said to be English, without waiting. @returns the id of the request */
  submit(path: string): Promise<string>;
  stateOf(requestId: string): Promise<z.output<typeof state>>;
  transcriptOf(requestId: string): Promise<Transcript>;
}

const synthesisPath = "/v1/speech/synthesize";

interface Utterance {
  readonly text: string;
  /** The status of the answer. */
  readonly expected?: number;
}

export function openSpeechClient(
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
  signal: AbortSignal,
): SpeechClient {
  const call = async (path: string, expected: number, init: RequestInit = {}): Promise<Uint8Array> => {
    const headers = { "x-api-key": key, ...Object.fromEntries(new Headers(init.headers)) };
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers, signal });
    const body = new Uint8Array(await response.arrayBuffer());
    if (response.status === expected) return body;
    const said = `${path} was answered with ${response.status}: ${new TextDecoder().decode(body.subarray(0, 500))}`;
    throw new UnexpectedStatusError(response.status, said);
  };
  const dataOf = <Schema extends z.ZodType>(body: Uint8Array, schema: Schema): z.output<Schema> =>
    schema.parse(envelope.parse(JSON.parse(new TextDecoder().decode(body))).data);
  const speak = (
    path: string,
    { text, expected = 200 }: Utterance,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Uint8Array> => {
    const body = JSON.stringify({ text, language: "en" });
    return call(path, expected, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
  };
  const bodyOf = async (path: string): Promise<FormData> => {
    const body = new FormData();
    body.set("audio", await openAsBlob(path), "recording");
    return body;
  };
  const upload = async (body: FormData, expected: number, headers: Readonly<Record<string, string>>) => {
    return call("/v1/speech/transcriptions", expected, { method: "POST", headers, body });
  };
  return {
    synthesize: async (text) => void (await speak(synthesisPath, { text })),
    synthesizeDemo: async (text) => void (await speak("/v1/demo/speech/synthesize", { text }, { accept: "audio/wav" })),
    speak: (text) => speak(synthesisPath, { text }, { accept: "audio/wav" }),
    submitText: async (text) => {
      const answer = await speak(synthesisPath, { text, expected: 202 }, { prefer: "respond-async" });
      return dataOf(answer, accepted).request_id;
    },
    transcribe: async (path, fields = {}) => {
      const body = await bodyOf(path);
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return dataOf(await upload(body, 200, {}), transcript);
    },
    submit: async (path) => {
      const body = await bodyOf(path);
      body.set("language", "en");
      return dataOf(await upload(body, 202, { prefer: "respond-async" }), accepted).request_id;
    },
    stateOf: async (id) => dataOf(await call(`/v1/speech/requests/${id}`, 200), state),
    transcriptOf: async (id) => dataOf(await call(`/v1/speech/requests/${id}/transcript?format=json`, 200), transcript),
  };
}

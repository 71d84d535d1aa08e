import { z } from "zod";

const sentence = "Hello world. This speech service is speaking, and listening to itself.";

/** The work was not done in time. */
const notNow = 503;

/** The API knows it by the same name. */
const secretHeader = "x-start-up-check";

const transcription = z.object({ data: z.object({ text: z.string() }) });

/** The service runs and has more to do than it could leave for the check. */
export const busy = "busy";

export interface SelfCheck {
  readonly spoken: string;
  readonly heard: string;
  readonly synthesisMs: number;
  readonly transcriptionMs: number;
}

export interface SelfCheckOptions {
  readonly baseUrl: string;
  /** By which the API knows that the limits of the demo do not hold. */
  readonly secret: string;
  /** Called with every row that the check may have created, whatever its result. */
  readonly onRequest: (requestId: string) => void;
}

/**
 * Speaks a sentence and transcribes it back through the running service, as a stranger would, but without limits.
 * @throws Error in one sentence when the service does not do it
 */
export async function checkService({ baseUrl, secret, onRequest }: SelfCheckOptions): Promise<SelfCheck | typeof busy> {
  const call = async (path: string, headers: Readonly<Record<string, string>>, body: string | FormData) => {
    const sent = { method: "POST", headers: { ...headers, [secretHeader]: secret }, body };
    const response = await fetch(`${baseUrl}/v1/demo/speech/${path}`, sent);
    const requestId = response.headers.get("x-request-id");
    if (requestId !== null) onRequest(requestId);
    return response;
  };
  const begun = performance.now();
  const wanted = { "content-type": "application/json", accept: "audio/wav" };
  const spoken = await call("synthesize", wanted, JSON.stringify({ text: sentence, language: "en" }));
  if (spoken.status === notNow) return busy;
  const audio = await bodyOf(spoken, "synthesis");
  const synthesisMs = performance.now() - begun;

  const form = new FormData();
  form.set("audio", new Blob([audio], { type: "audio/wav" }), "check.wav");
  const heard = await call("transcriptions", {}, form);
  if (heard.status === notNow) return busy;
  const answer = transcription.parse(JSON.parse(new TextDecoder().decode(await bodyOf(heard, "transcription"))));
  return {
    spoken: sentence,
    heard: answer.data.text,
    synthesisMs,
    transcriptionMs: performance.now() - begun - synthesisMs,
  };
}

const examples = z.object({
  data: z.object({
    voices: z.array(z.object({ voice_id: z.string() })),
    recordings: z.array(z.object({ example_id: z.string() })),
  }),
});

/**
 * Has the service speak what its public page begins with, one after the other, so that the first visitor waits for nothing. It is kept;
 * what cannot be made now is made for that visitor.
 */
export async function prepareExamples({ baseUrl, secret }: Omit<SelfCheckOptions, "onRequest">): Promise<void> {
  const read = async (path: string) => {
    const response = await fetch(`${baseUrl}${path}`, { headers: { [secretHeader]: secret } });
    return response.bytes();
  };
  const { voices, recordings } = examples.parse(JSON.parse(new TextDecoder().decode(await read("/v1/examples")))).data;
  for (const { example_id: id } of recordings.slice(0, 1)) await read(`/v1/examples/${id}/transcript`);
  for (const { voice_id: id } of voices) await read(`/v1/voices/${id}/preview`);
}

async function bodyOf(response: Response, what: string): Promise<ArrayBuffer> {
  if (response.ok) return response.arrayBuffer();
  throw new Error(`The ${what} of the start-up check was answered with ${response.status}: ${await response.text()}`);
}

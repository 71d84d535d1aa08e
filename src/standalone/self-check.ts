import { z } from "zod";

const sentence = "Hello world. The speech service can speak and it can listen.";

/** Its queues are full, or this address has called often enough just now. */
const notNow: ReadonlySet<number> = new Set([429, 503]);

const transcription = z.object({ data: z.object({ request_id: z.uuid(), text: z.string() }) });

/** The service runs and has more to do than it could leave for the check. */
export const busy = "busy";

export interface SelfCheck {
  readonly spoken: string;
  readonly heard: string;
  readonly synthesisMs: number;
  readonly transcriptionMs: number;
  /** The rows that the check has made. */
  readonly requestIds: readonly string[];
}

/**
 * Speaks a sentence and transcribes it back through the running service, as a stranger would.
 * @throws Error in one sentence when the service does not do it
 */
export async function checkService(baseUrl: string): Promise<SelfCheck | typeof busy> {
  const begun = performance.now();
  const spoken = await fetch(`${baseUrl}/v1/demo/speech/synthesize`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "audio/wav" },
    body: JSON.stringify({ text: sentence, language: "en" }),
  });
  if (notNow.has(spoken.status)) return busy;
  const audio = await bodyOf(spoken, "synthesis");
  const synthesisMs = performance.now() - begun;

  const form = new FormData();
  form.set("audio", new Blob([audio], { type: "audio/wav" }), "check.wav");
  const heard = await fetch(`${baseUrl}/v1/demo/speech/transcriptions`, { method: "POST", body: form });
  if (notNow.has(heard.status)) return busy;
  const answer = transcription.parse(JSON.parse(new TextDecoder().decode(await bodyOf(heard, "transcription"))));
  return {
    spoken: sentence,
    heard: answer.data.text,
    synthesisMs,
    transcriptionMs: performance.now() - begun - synthesisMs,
    requestIds: [spoken.headers.get("x-request-id") ?? "", answer.data.request_id],
  };
}

async function bodyOf(response: Response, what: string): Promise<ArrayBuffer> {
  if (response.ok) return response.arrayBuffer();
  throw new Error(`The ${what} of the start-up check was answered with ${response.status}: ${await response.text()}`);
}

import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { transcribeAudio } from "#src/jobs/transcribe-audio.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { noSpeakers } from "#test/support/no-speakers.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import type { TestService } from "#test/support/service.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import { transcribeAudioHandler } from "#workers/transcription/transcribe-audio.ts";

const hears = manifestOf("hears");
const lookMs = 20;
/** Seconds from one word to the next, of which it takes most. */
const step = 0.4;

/** Transcribes in this process: every recording says the same, a word each 0.4 seconds, each of which is doubtful. */
export async function startHearing({ resources }: TestService, text: string): Promise<AsyncDisposable> {
  await registerEngines(resources, crypto.randomUUID(), readyEngines([hears]));
  const said = text.split(" ");
  const words = said.map((word, at) => ({ word, start: at * step, end: at * step + 0.3, confidence: 0.5 }));
  const segment = { id: 0, start: 0, end: said.length * step, text, confidence: 0.5 };
  const read = { text, segments: [segment], words, confidenceSource: "model", model: "hears" } as const;
  const recognizer = { manifests: [hears], transcribe: () => Promise.resolve(read) };
  const handler = transcribeAudioHandler(resources, recognizer, noSpeakers);
  const stopping = new AbortController();
  const timer = repeat(lookMs, async () => {
    const jobs = resources.db.selectFrom("jobs").select("subject_id").where("name", "=", transcribeAudio.name);
    for (const { subject_id: id } of await jobs.where("state", "=", "queued").execute()) {
      const payload = await promoteJob(resources.db, id);
      await runJob(resources, { contract: transcribeAudio, payload, handler }, stopping.signal);
    }
  });
  return { [Symbol.asyncDispose]: () => timer.stop() };
}

const question = z.object({
  messages: z.tuple([z.object({ content: z.string() }), z.object({ content: z.string() })]),
});

/** A text model that lists two topics, and sums up everything else in the same way. */
export async function startTextModel(): Promise<AsyncDisposable & { readonly env: Readonly<Record<string, string>> }> {
  const server = createServer((request: IncomingMessage, response) => {
    void (async () => {
      const [{ content }] = question.parse(await json(request)).messages;
      const message = {
        role: "assistant",
        content: content.startsWith("List") ? "- refunds\n- cards" : "A card is named.",
      };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
    })();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    env: { TEXT_MODEL_URL: `http://127.0.0.1:${port}/v1`, TEXT_MODEL_NAME: "tiny-text" },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

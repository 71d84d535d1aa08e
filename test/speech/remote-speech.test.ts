import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import test, { type ExecutionContext } from "ava";
import { encoded, tone } from "#harness/audio/sounds.ts";
import {
  openRemoteSpeech,
  type RemoteSpeechOptions,
} from "#workers/speech/engines/remote-speech/open-remote-speech.ts";

interface Received {
  readonly authorization: string | undefined;
  readonly body: unknown;
}

type Answering = (response: ServerResponse, index: number) => unknown;

type Options = Partial<RemoteSpeechOptions> & {
  /** The answer to a question for the server's health; 404 without it. */
  readonly onHealth?: (response: ServerResponse) => unknown;
};

const withoutHealth = (response: ServerResponse): unknown => response.writeHead(404).end();

/** A fake speech server, and the engine that asks it; both are gone when the test is over. */
async function openEngine(
  t: ExecutionContext,
  answer: Answering,
  { onHealth = withoutHealth, ...options }: Options = {},
) {
  const calls: Received[] = [];
  const lines: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url !== "/v1/audio/speech") return onHealth(response);
      calls.push({ authorization: request.headers.authorization, body: await json(request) });
      return answer(response, calls.length - 1);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const directory = await mkdtemp(join(tmpdir(), "speech-remote-"));
  const engine = openRemoteSpeech({
    ...{ baseUrl: `http://127.0.0.1:${port}`, apiKey: "sk-4711", model: "tts-1", languages: ["en"], concurrency: 2 },
    log: (line) => lines.push(line),
    ...options,
  });
  t.teardown(async () => {
    await engine.close();
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true, force: true });
  });
  const voice = { engine: "remote-speech", name: "alloy", profile: null };
  const speak = (signal: AbortSignal = AbortSignal.timeout(30_000)) =>
    engine.synthesize({ text: "Hello there.", voice, language: "en", speed: 1.25, directory, signal });
  return { engine, voice, calls, lines, speak };
}

const unavailable = (message: RegExp) => ({ code: "engine_unavailable", message });

test("a text is sent in OpenAI's form, and its audio has 24 kHz", async (t) => {
  const { engine, voice, calls, speak } = await openEngine(t, (response) => response.end(tone(0.5)));
  const { sampleRate, durationSeconds } = await speak();
  t.is(sampleRate, 24_000);
  t.true(Math.abs(durationSeconds - 0.5) < 0.01);
  const body = { model: "tts-1", input: "Hello there.", voice: "alloy", speed: 1.25, response_format: "wav" };
  t.deepEqual(calls, [{ authorization: "Bearer sk-4711", body }]);
  t.deepEqual(engine.status(), { state: "ready" });
  t.true(engine.canSpeak("Hello", "en", voice));
  t.false(engine.canSpeak("Hallo", "de", voice));
});

test("an answer in another format than requested is decoded by its actual format", async (t) => {
  const answers = await Promise.all((["mp3", "flac", "ogg"] as const).map((format) => encoded(tone(0.5), format)));
  const { speak } = await openEngine(t, (response, index) => response.end(answers[index]));
  for (const _ of answers) t.true(Math.abs((await speak()).durationSeconds - 0.5) < 0.1);
});

test("a refusal, a body without audio or too large makes the engine unavailable, and the key is never logged", async (t) => {
  const answers: readonly Answering[] = [
    (response) => response.end("<html>Welcome</html>"),
    (response) => response.end(Buffer.alloc(40_000)),
    (response) => response.writeHead(400).end("no such voice: sk-4711"),
    (response) => response.end(tone(0.5).subarray(0, 44)),
  ];
  const limits = { maxAnswerBytes: 32_000 };
  const { lines, speak } = await openEngine(t, (response, index) => answers[index]?.(response, index), limits);
  await t.throwsAsync(speak(), unavailable(/not return audio/));
  await t.throwsAsync(speak(), unavailable(/too large/));
  await t.throwsAsync(speak(), unavailable(/did not accept/));
  await t.throwsAsync(speak(), unavailable(/cannot be used/));
  t.false(lines.join("\n").includes("sk-4711"));
});

test("a server that fails three times in a row is left alone, and tried again later", async (t) => {
  const timeouts = { openMs: 300 };
  const { engine, calls, speak } = await openEngine(
    t,
    (response, index) => (index < 3 ? response.writeHead(500).end() : response.end(tone(0.2))),
    { timeouts },
  );
  for (let call = 0; call < 4; call += 1) await t.throwsAsync(speak(), unavailable(/failed/));
  t.is(calls.length, 3);
  t.is(engine.status().state, "unavailable");
  await new Promise((resolve) => setTimeout(resolve, 350));
  t.true((await speak()).durationSeconds > 0);
  t.deepEqual(engine.status(), { state: "ready" });
});

test("a server that takes too long is given up, and a call that is aborted ends with its reason", async (t) => {
  const { speak } = await openEngine(t, () => undefined, { timeouts: { baseMs: 200, perLetterMs: 1 } });
  await t.throwsAsync(speak(), unavailable(/timed out/));
  const reason = new Error("The work was cancelled.");
  const aborted = new AbortController();
  setTimeout(() => aborted.abort(reason), 50);
  await t.throwsAsync(speak(aborted.signal), { is: reason });
});

test("a server that spoke and is silent about its health stays ready", async (t) => {
  t.timeout(60_000);
  const { promise: askedAgain, resolve } = Promise.withResolvers<void>();
  let isSilent = false;
  let asked = 0;
  const onHealth = (response: ServerResponse): unknown => {
    if (!isSilent) return response.writeHead(200).end();
    // The second question comes when the first has been given up.
    asked += 1;
    return asked === 2 && resolve();
  };
  const options = { onHealth, timeouts: { healthMs: 50 } };
  const { engine, lines, speak } = await openEngine(t, (response) => response.end(tone(0.2)), options);
  await speak();
  isSilent = true;
  await askedAgain;
  t.deepEqual(engine.status(), { state: "ready" });
  t.deepEqual(lines, []);
});

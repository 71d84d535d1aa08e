import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { inspect } from "node:util";
import test, { type ExecutionContext } from "ava";
import { DomainError, isOutage } from "#src/errors.ts";
import type { PcmFile, RecognitionEngine, RecognizeOptions } from "#workers/speech/engine.ts";
import { remoteManifest } from "#workers/speech/engines/remote/open-remote.ts";
import { pcmOf, until } from "./recognition-support.ts";
import { answering, type Answering, remoteEngine, secretKey, startSpeechServer } from "./speech-server.ts";
import { calm } from "./synth-support.ts";

const english = (): RecognizeOptions => ({ language: "en", signal: calm() });
const silence = (t: ExecutionContext): Promise<PcmFile> => pcmOf(t, [1]);
const hello = answering({ text: "hello" });

/** The error of a call that has to fail with a code and text of ours. */
async function errorOf(t: ExecutionContext, engine: RecognitionEngine, options = english()): Promise<DomainError> {
  const error = await t.throwsAsync(engine.transcribe(await silence(t), options), { instanceOf: DomainError });
  if (error === undefined) throw new Error("It did not fail.");
  return error;
}

/** Answers with a status and a body, which repeats the key, as careless servers do. */
const refusing =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answering =>
  ({ authorization }, response) =>
    response.writeHead(status, headers).end(`{"error":{"message":"No, ${authorization}!\\n"}}`);

const failures: Readonly<Record<string, { readonly answer: Answering; readonly text: RegExp }>> = {
  "a page": { answer: (_call, response) => response.end("<html>"), text: /^The speech server's answer is not JSON/ },
  "a number": {
    answer: (_call, response) => response.end("7"),
    text: /^The speech server did not return a transcript/,
  },
  "another object": { answer: answering({ ok: true }), text: /^The speech server did not return a transcript/ },
  "a huge answer": { answer: answering({ text: "a".repeat(5000) }), text: /^The speech server's answer is too large/ },
  "too many words": { answer: answering({ text: "a ".repeat(900) }), text: /more text than the audio can hold/ },
  "a redirect": { answer: refusing(307, { location: "/elsewhere" }), text: /^The speech server redirects/ },
  "a refused key": { answer: refusing(401), text: /^The key of the speech server was refused\.$/ },
  "a forbidden key": { answer: refusing(403), text: /^The key of the speech server was refused\.$/ },
  "an unknown model": { answer: refusing(404), text: /^The speech server does not have this path or model/ },
  "a refused file": { answer: refusing(413), text: /^The speech server did not accept the request/ },
  "a failure": { answer: refusing(500), text: /^The speech server failed/ },
  "a broken connection": {
    answer: (_call, response) => response.destroy(),
    text: /^The speech server does not answer/,
  },
  "half an answer": {
    answer: (_call, response) => {
      response.writeHead(200, { "content-length": "100" }).write('{"text":');
      setTimeout(() => response.destroy(), 20);
    },
    text: /^The speech server does not answer/,
  },
};

for (const [name, { answer, text }] of Object.entries(failures)) {
  test(`${name} is engine_unavailable with a plain sentence, and the key is in no error and no line of the log`, async (t) => {
    const server = await startSpeechServer(t, { answer });
    const { engine, logged } = remoteEngine(t, server.url, { maxAnswerBytes: 4096 });
    const error = await errorOf(t, engine);
    t.is(error.code, "engine_unavailable");
    t.regex(error.message, text);
    t.notRegex(error.message, /127\.0\.0\.1/);
    t.is(logged.filter((line) => text.test(line)).length, 1);
    for (const line of [...logged, inspect(error, { showHidden: true, depth: 9 })]) t.false(line.includes(secretKey));
    t.true(logged.every((line) => !line.includes("\n")));
    t.false(server.others.includes("/elsewhere"));
  });
}

test("a server that is not there, and a name that is none, are engine_unavailable at once", async (t) => {
  for (const address of ["http://127.0.0.1:9", "http://speech.invalid"]) {
    const error = await errorOf(t, remoteEngine(t, address).engine);
    t.is(error.code, "engine_unavailable");
    t.regex(error.message, /^The speech server does not answer/);
    t.true(isOutage(error), "so the job is tried again for minutes");
  }
});

test("a server that hangs, before its answer or in the middle of it, is left when its time is over", async (t) => {
  t.timeout(60_000);
  const hanging: readonly Answering[] = [
    () => undefined,
    (_call, response) => response.writeHead(200).write('{"text":'),
    (_call, response) => response.writeHead(500).write("{"),
  ];
  for (const answer of hanging) {
    const server = await startSpeechServer(t, { answer });
    const timeouts = { baseMs: 300, perAudioSecondMs: 100 };
    const { engine } = remoteEngine(t, server.url, { timeouts });
    const startedMs = performance.now();
    const error = await errorOf(t, engine);
    t.is(error.code, "engine_unavailable", "another engine may do better");
    t.regex(error.message, /^The speech server timed out/);
    t.true(performance.now() - startedMs >= 400);
  }
});

test("a slow answer within the time that the audio allows is taken", async (t) => {
  const answer: Answering = async (call, response, index) => {
    await delay(500);
    hello(call, response, index);
  };
  const server = await startSpeechServer(t, { answer });
  const { engine } = remoteEngine(t, server.url, { timeouts: { baseMs: 100, perAudioSecondMs: 5000 } });
  t.is((await engine.transcribe(await silence(t), english())).text, "hello");
});

test("a busy server is retried at the time it names, unless that is after the deadline", async (t) => {
  const answer: Answering = (call, response, index) =>
    index === 0
      ? refusing(429, { "retry-after": "1" })(call, response, index)
      : index === 1
        ? refusing(503, { "retry-after": new Date(Date.now() - 1000).toUTCString() })(call, response, index)
        : index === 2
          ? hello(call, response, index)
          : refusing(503, { "retry-after": "3600" })(call, response, index);
  const server = await startSpeechServer(t, { answer });
  const { engine } = remoteEngine(t, server.url, { timeouts: { baseMs: 10_000 } });
  const startedMs = performance.now();
  t.is((await engine.transcribe(await silence(t), english())).text, "hello");
  t.is(server.calls.length, 3);
  const waitedMs = performance.now() - startedMs;
  t.true(waitedMs >= 2000 && waitedMs < 8000, `${waitedMs} ms`);
  const error = await errorOf(t, engine);
  t.is(error.code, "engine_unavailable");
  t.regex(error.message, /^The speech server is busy/);
  t.is(server.calls.length, 4);
});

test("after three failures in a row a server is left alone, then one call tries, and its success lets all others through", async (t) => {
  let isBroken = true;
  const answer: Answering = (call, response, index) =>
    isBroken ? response.writeHead(500).end() : hello(call, response, index);
  const server = await startSpeechServer(t, { answer, otherStatus: 200 });
  const { engine, logged } = remoteEngine(t, server.url, { timeouts: { openMs: 400 } });
  for (let time = 0; time < 3; time += 1) await errorOf(t, engine);
  t.is(engine.state(), "unreachable");
  t.regex((await errorOf(t, engine)).message, /^The speech server failed/, "it says why");
  t.is(server.calls.length, 3, "the fourth was not sent");
  await delay(500);
  await errorOf(t, engine);
  t.is(server.calls.length, 4, "one tried");
  await errorOf(t, engine);
  t.is(server.calls.length, 4, "and failed, so the next was not sent");
  isBroken = false;
  await delay(500);
  t.is((await engine.transcribe(await silence(t), english())).text, "hello");
  await Promise.all([1, 2].map(async () => engine.transcribe(await silence(t), english())));
  t.is(server.calls.length, 7);
  t.is(engine.state(), "ready");
  t.deepEqual(
    logged.filter((line) => /requests pause|works again/.test(line)),
    ["The speech server fails: requests pause.", "The speech server works again."],
  );
});

test("refused requests, and callers who leave, do not make a server count as broken", async (t) => {
  const server = await startSpeechServer(t, { answer: refusing(422) });
  const { engine } = remoteEngine(t, server.url);
  for (let time = 0; time < 4; time += 1) t.regex((await errorOf(t, engine)).message, /did not accept the request/);
  const hanging = await startSpeechServer(t, { answer: () => undefined });
  const other = remoteEngine(t, hanging.url).engine;
  for (let time = 1; time <= 4; time += 1) {
    const leaving = new AbortController();
    const call = other.transcribe(await silence(t), { language: "en", signal: leaving.signal });
    await until(() => hanging.calls.length === time);
    leaving.abort(new Error("the caller left"));
    await t.throwsAsync(call, { message: "the caller left" });
  }
  t.not(other.state(), "unreachable");
});

test("a call that is aborted ends at once, here and at the server, and its slot is free again", async (t) => {
  const closed = Promise.withResolvers<void>();
  const answer: Answering = (call, response, index) => {
    if (index > 0) return hello(call, response, index);
    return void once(response, "close").then(() => closed.resolve());
  };
  const server = await startSpeechServer(t, { answer });
  const { engine, logged } = remoteEngine(t, server.url, { concurrency: 1 });
  const leaving = new AbortController();
  const audio = await silence(t);
  const call = engine.transcribe(audio, { language: "en", signal: leaving.signal });
  await until(() => server.calls.length === 1);
  const waiting = engine.transcribe(audio, english());
  const reason = new Error("cancelled");
  leaving.abort(reason);
  t.is(await t.throwsAsync(call), reason);
  await closed.promise;
  t.is((await waiting).text, "hello");
  t.is(await t.throwsAsync(engine.transcribe(audio, { language: "en", signal: leaving.signal })), reason);
  t.is(server.calls.length, 2);
  t.deepEqual(logged, []);
});

test("two accounts share a server of two slots, however much one of them has waiting", async (t) => {
  const ends: (() => void)[] = [];
  const answer: Answering = (call, response, index) => ends.push(() => hello(call, response, index));
  const server = await startSpeechServer(t, { answer });
  const { engine } = remoteEngine(t, server.url, { concurrency: 2 });
  const done: string[] = [];
  const audio = await silence(t);
  const send = async (account: string): Promise<void> => {
    await engine.transcribe(audio, { ...english(), account });
    done.push(account);
  };
  const all = [...Array.from({ length: 4 }, () => send("a")), send("b"), send("b")];
  for (let count = 1; count <= 6; count += 1) {
    await until(() => server.calls.length >= Math.min(6, count + 1));
    t.is(server.calls.length, Math.min(6, count + 1), "never more than two at once");
    ends[count - 1]?.();
    await until(() => done.length === count);
  }
  await Promise.all(all);
  t.deepEqual(done.slice(0, 4), ["a", "a", "b", "a"]);
});

test("a language that the server is not used for is refused, and so is its detection where it has none", async (t) => {
  const server = await startSpeechServer(t, { answer: hello });
  const { engine } = remoteEngine(t, server.url);
  for (const language of ["hi", "auto"]) {
    t.is((await errorOf(t, engine, { language, signal: calm() })).code, "language_unsupported");
  }
  t.is(server.calls.length, 0);
  const model = { name: "whisper-tiny.en", languages: ["en"], tier: "accurate", detectsLanguage: false } as const;
  t.deepEqual(engine.manifest, remoteManifest(model));
});

test("the state of a server is known before the first recording, and its changes are logged once", async (t) => {
  const healthy = remoteEngine(t, (await startSpeechServer(t, { answer: hello, otherStatus: 200 })).url);
  const without = remoteEngine(t, (await startSpeechServer(t, { answer: hello, otherStatus: 404 })).url);
  const locked = remoteEngine(t, (await startSpeechServer(t, { answer: hello, otherStatus: 401 })).url, {
    timeouts: { healthMs: 50 },
  });
  const absent = remoteEngine(t, "http://127.0.0.1:9");
  t.is(healthy.engine.state(), "unknown");
  await until(() => [healthy, without, locked, absent].every(({ engine }) => engine.state() !== "unknown"));
  t.is(healthy.engine.state(), "ready");
  t.is(without.engine.state(), "ready", "a server without either path answers");
  t.is(locked.engine.state(), "unreachable");
  t.is(absent.engine.state(), "unreachable");
  await delay(200);
  t.deepEqual(locked.logged, ["The key of the speech server was refused."]);
  t.is((await locked.engine.transcribe(await silence(t), english())).text, "hello");
  // The log is asked, as the server may have been checked again since.
  t.is(locked.logged[1], "The speech server answers.");
});

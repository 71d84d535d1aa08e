import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import test from "ava";
import { z } from "zod";
import { freePort } from "#harness/servers/backing-services.ts";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { inheritedEnvironment } from "#harness/service/service-process.ts";
import { hasAgents, pipecat, runAgent } from "#test/support/agents.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** Caddy of the machine, or the one that `bin/setup --test` fetches. */
const folders = [...(process.env["PATH"] ?? "").split(delimiter), join(root, "node_modules/.cache/caddy/usr/bin")];
const caddy = folders.map((folder) => join(folder, "caddy")).find((path) => existsSync(path));
const [hasOpenAi, hasElevenLabs, hasPipecat] = await Promise.all([
  ...["openai", "elevenlabs"].map(hasPythonPackage),
  hasAgents("pipecat"),
]);

/** Starts Caddy by the file of the documentation, before the API of a service; `authority` is the certificate that its own are signed by. */
async function startCaddy(program: string, api: string) {
  const folder = await mkdtemp(join(tmpdir(), "speech-caddy-"));
  const [http, https] = [await freePort(), await freePort()];
  const child = spawn(program, ["run", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"], {
    cwd: root,
    env: {
      ...inheritedEnvironment(),
      ...{ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, SPEECH_API: new URL(api).host },
      ...{ HTTP_PORT: `${http}`, HTTPS_PORT: `${https}` },
    },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const authority = join(folder, "caddy/pki/authorities/local/root.crt");
  while (!(await isServing(https, authority))) {
    if (child.exitCode !== null) throw new Error("Caddy did not start.");
    await sleep(50);
  }
  return {
    url: `https://localhost:${https}`,
    authority,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** True when a call by HTTPS is answered by the API. */
async function isServing(port: number, authority: string): Promise<boolean> {
  const ca = await readFile(authority).catch(() => null);
  if (ca === null) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  request({ host: "localhost", port, path: "/healthz", ca }, (response) => {
    resolve(response.resume().statusCode === 200);
  })
    .on("error", () => resolve(false))
    .end();
  return promise;
}

/** OpenAI's client, which opens no other address than `wss`. */
const openai = `
import OpenAI from "openai";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
const given = JSON.parse(process.argv[1]);
const client = new OpenAI({ baseURL: given.url + "/openai/v1", apiKey: given.key });
const models = (await client.models.list()).data.length;
const socket = new OpenAIRealtimeWS({ intent: "transcription" }, client);
const text = new Promise((resolve, reject) => {
  socket.on("error", reject);
  socket.on("session.created", () => socket.send({ type: "input_audio_buffer.append", audio: given.sound }));
  socket.on("conversation.item.input_audio_transcription.completed", ({ transcript }) => resolve(transcript));
});
console.log(JSON.stringify({ models, url: socket.url.protocol, text: await text }));
socket.close();
`;

/** AssemblyAI's client, which opens no other address than `wss`. */
const assemblyai = `
import { AssemblyAI } from "assemblyai";
const given = JSON.parse(process.argv[1]);
const client = new AssemblyAI({ apiKey: given.key, baseUrl: given.url + "/assemblyai" });
const models = (await client.transcripts.list()).page_details.limit;
const websocketBaseUrl = given.url.replace("https", "wss") + "/assemblyai/v3/ws";
const transcriber = client.streaming.transcriber({ websocketBaseUrl, sampleRate: 16000, formatTurns: true, connectTimeout: 0 });
const text = new Promise((resolve, reject) => {
  transcriber.on("error", reject);
  transcriber.on("turn", ({ transcript, end_of_turn: isEnd }) => isEnd && resolve(transcript));
});
const { type: began } = await transcriber.connect();
transcriber.sendAudio(Buffer.from(given.sound, "base64"));
console.log(JSON.stringify({ models, began, text: await text }));
await transcriber.close();
`;

/** The clients of Python, of which that of ElevenLabs speaks by no other address than `wss`. */
const transcribing = `
from openai import OpenAI
client = OpenAI(base_url=given["url"] + "/openai/v1", api_key=given["key"])
models = len(client.models.list().data)
with client.realtime.connect(extra_query={"intent": "transcription"}) as connection:
    connection.input_audio_buffer.append(audio=given["sound"])
    while (event := connection.recv()).type != "conversation.item.input_audio_transcription.completed":
        pass
print(json.dumps({"models": models, "text": event.transcript}))
`;
const speaking = `
from elevenlabs.client import ElevenLabs
client = ElevenLabs(base_url=given["url"] + "/elevenlabs", api_key=given["key"])
voice = client.voices.get_all().voices[0].voice_id
texts = iter(["The lights in the kitchen are on. ", "The door is open."])
sound = b"".join(client.text_to_speech.convert_realtime(voice, text=texts, output_format="pcm_16000"))
print(json.dumps({"seconds": len(sound) / 32000}))
`;

/** The service of pipecat for ElevenLabs, which opens `wss` whatever its address is. */
const agent = `${pipecat}
from pipecat.services.elevenlabs.stt import ElevenLabsRealtimeSTTService
address = given["url"].removeprefix("https://") + "/elevenlabs"
run(hear(ElevenLabsRealtimeSTTService(api_key=given["key"], base_url=address)))`;

if (caddy === undefined) {
  test.skip("clients over TLS: not run, because there is no caddy here", () => undefined);
} else {
  const service = await startService({
    workers: ["synthesis"],
    env: { LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "50", TRUSTED_PROXY_HOPS: "1" },
  });
  const worker = await openFakeLiveWorker(service.resources.db, { capacity: 10 });
  const proxy = await startCaddy(caddy, service.baseUrl);
  const { key } = await service.account();
  const given = { url: proxy.url, key, sound: Buffer.alloc(4_800).toString("base64") };
  test.after.always(async () => {
    await proxy[Symbol.asyncDispose]();
    await worker[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  /** Has the worker say a final in the session that a program opens. */
  const hearing = async (program: Promise<unknown>): Promise<unknown> => {
    const said = worker.session(worker.sessions.length).then((session) => {
      session.say(finalOf(1, "Open it.", { start: 0, end: 0.1 }));
    });
    // A program that fails opens no session.
    await Promise.race([said, program]);
    return program;
  };
  const heard = z.object({ models: z.int().min(1), text: z.literal("Open it.") });

  test.serial("OpenAI's own client calls and transcribes live over TLS, unchanged", async (t) => {
    const env = { ...inheritedEnvironment(), NODE_EXTRA_CA_CERTS: proxy.authority };
    const args = ["--input-type=module", "--eval", openai, JSON.stringify(given)];
    const running = run(process.execPath, args, { cwd: root, env }).then(({ stdout }): unknown => JSON.parse(stdout));
    t.like(heard.parse(await hearing(running)), { text: "Open it." });
    t.like(await running, { url: "wss:" });
  });

  test.serial("AssemblyAI's own client transcribes live over TLS, unchanged", async (t) => {
    const env = { ...inheritedEnvironment(), NODE_EXTRA_CA_CERTS: proxy.authority };
    const args = ["--input-type=module", "--eval", assemblyai, JSON.stringify(given)];
    const running = run(process.execPath, args, { cwd: root, env }).then(({ stdout }): unknown => JSON.parse(stdout));
    t.like(heard.parse(await hearing(running)), { text: "Open it." });
    t.like(await running, { began: "Begin" });
  });

  if (hasOpenAi) {
    test.serial("PyPI openai: calls and transcribes live over TLS", async (t) => {
      const running = runPython(transcribing, given, { env: { SSL_CERT_FILE: proxy.authority } });
      t.like(heard.parse(await hearing(running)), { text: "Open it." });
    });
  } else test.skip("PyPI openai: not run over TLS, because Python does not have it", () => undefined);

  if (hasElevenLabs) {
    test.serial("PyPI elevenlabs: has a text spoken while it is written, over TLS", async (t) => {
      const spoken = await runPython(speaking, given, { env: { SSL_CERT_FILE: proxy.authority } });
      const { seconds } = z.object({ seconds: z.number() }).parse(spoken);
      t.true(seconds > 1.5 && seconds < 8, `${seconds} s`);
    });
  } else test.skip("PyPI elevenlabs: not run over TLS, because Python does not have it", () => undefined);

  if (hasPipecat) {
    test.serial("PyPI pipecat-ai: ElevenLabs' service transcribes live over TLS", async (t) => {
      const heardBy = runAgent(agent, given, { SSL_CERT_FILE: proxy.authority });
      t.deepEqual(await hearing(heardBy), { finals: ["Open it."] });
    });
  } else test.skip("PyPI pipecat-ai: not run over TLS, because Python does not have it", () => undefined);

  test.serial("a certificate that the client does not trust ends the call", async (t) => {
    await t.throwsAsync(fetch(`${proxy.url}/healthz`), { message: /fetch failed/ });
  });
}

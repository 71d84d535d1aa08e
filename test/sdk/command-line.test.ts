import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { exitCodes } from "#sdk/cli/exit-code.ts";
import { runProgram } from "#sdk/cli/program.ts";
import { pendingFolder, settingsFile } from "#sdk/cli/settings.ts";
import { speech } from "#harness/audio/sounds.ts";
import { openCutProxy } from "#test/support/cut-proxy.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis", "transcription"] });
const { key } = await service.account();
const folder = await mkdtemp(join(tmpdir(), "speech-cli-"));
const recording = await speech("one two three");
const file = join(folder, "three.wav");
await writeFile(file, recording);
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

const main = join(import.meta.dirname, "../../sdk/typescript/src/cli/main.ts");
const home = { HOME: folder, PATH: "/nowhere" };
const account = { SPEECH_URL: service.baseUrl, SPEECH_API_KEY: key };

/** Runs the command line as it was typed. */
async function run(args: readonly string[], { env = account, input = "" }: Run = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const chunks = { out: "", err: "" };
  stdout.on("data", (chunk: Buffer) => (chunks.out += chunk.toString()));
  stderr.on("data", (chunk: Buffer) => (chunks.err += chunk.toString()));
  const code = await runProgram(args, { env: { ...home, ...env }, stdin: Readable.from([input]), stdout, stderr });
  await sleep(0);
  return { code, ...chunks };
}

test("the help names every command and every exit code", async (t) => {
  const { code, out } = await run(["--help"]);
  t.is(code, 0);
  for (const name of ["login", "say", "transcribe", "voices", "usage", "keys", "completion", "--json"])
    t.true(out.includes(name));
  for (const meaning of Object.values(exitCodes)) t.true(out.includes(meaning), meaning);
});

test("a key that works is kept for its owner alone, and serves the next command", async (t) => {
  const env = { HOME: join(folder, "login"), SPEECH_URL: service.baseUrl };
  const refused = await run(["login"], { env, input: "sk_none\n" });
  t.is(refused.code, 3);
  t.regex(refused.err, /docs\/errors#invalid_api_key/);
  await t.throwsAsync(stat(settingsFile(env)));
  t.is((await run(["login"], { env, input: `${key}\n` })).code, 0);
  t.is((await stat(settingsFile(env))).mode & 0o777, 0o600);
  t.is((await run(["usage"], { env: { HOME: env.HOME } })).code, 0);
});

test("a text is spoken into a file, in the format of its ending", async (t) => {
  const out = join(folder, "hello.mp3");
  const said = await run(["say", "Hello", "and welcome.", "--out", out]);
  t.deepEqual([said.code, said.err], [0, ""]);
  const bytes = await readFile(out);
  t.true(bytes.length > 1000);
  t.notRegex(bytes.toString("latin1", 0, 4), /RIFF/);
  const none = await run(["say", "Hello."]);
  t.is(none.code, 2, "no player is installed there");
});

test("a recording is transcribed as text, subtitles and JSON", async (t) => {
  const plain = await run(["transcribe", file]);
  t.is(plain.code, 0, plain.err);
  t.true(plain.out.trim().length > 0);
  t.regex((await run(["transcribe", file, "--format", "vtt"])).out, /^WEBVTT/);
  t.regex((await run(["transcribe", file, "--format", "srt"])).out, /^1\n00:00/);
  const json = await run(["transcribe", file, "--json"]);
  t.is(z.object({ file: z.string() }).parse(JSON.parse(json.out)).file, file);
});

test("the recordings of a folder are transcribed beside each", async (t) => {
  const inner = join(folder, "many", "inner");
  await mkdir(inner, { recursive: true });
  await writeFile(join(folder, "many", "a.wav"), recording);
  await writeFile(join(inner, "b.wav"), recording);
  await writeFile(join(inner, "notes.md"), "no sound");
  const { code, err } = await run(["transcribe", join(folder, "many"), "--format", "srt"]);
  t.is(code, 0, err);
  t.regex(await readFile(join(folder, "many", "a.srt"), "utf8"), /^1\n/);
  t.regex(await readFile(join(inner, "b.srt"), "utf8"), /^1\n/);
});

const requestsOf = async (of: string) => {
  const { json } = await service.call("GET", "/v1/speech/requests?request_type=asr", { key: of });
  return z.object({ data: z.object({ total: z.int() }) }).parse(json).data.total;
};

test("a transcription goes on when its network was cut, and sends the recording once", async (t) => {
  const own = await service.account();
  await using proxy = await openCutProxy(service.baseUrl);
  const env = { SPEECH_URL: proxy.baseUrl, SPEECH_API_KEY: own.key };
  const long = join(folder, "cut.wav");
  await writeFile(long, recording);
  const running = run(["transcribe", long], { env });
  while ((await requestsOf(own.key)) === 0) await sleep(5);
  await proxy.cut();
  await sleep(1500);
  await proxy.restore();
  const { code, out, err } = await running;
  t.is(code, 0, err);
  t.true(out.trim().length > 0);
  t.is(await requestsOf(own.key), 1);
});

test("a command goes on with the transcription that a killed one has started", async (t) => {
  const own = await service.account();
  const env = { ...account, SPEECH_API_KEY: own.key, HOME: join(folder, "killed") };
  const killed = spawn(process.execPath, [main, "transcribe", file], { env: { ...home, ...env }, stdio: "ignore" });
  const gone = once(killed, "exit");
  const remembered = async () => {
    const names = await readdir(pendingFolder(env)).catch(() => []);
    const whole = names.filter((name) => /^[0-9a-f]{64}$/.test(name));
    return Promise.all(whole.map((name) => readFile(join(pendingFolder(env), name), "utf8")));
  };
  while ((await remembered()).length === 0) await sleep(5);
  killed.kill("SIGKILL");
  await gone;
  const [id = ""] = await remembered();
  const { code, out } = await run(["transcribe", file, "--json"], { env });
  t.is(code, 0);
  t.is(z.looseObject({ request_id: z.string() }).parse(JSON.parse(out)).request_id, id);
  t.is(await requestsOf(own.key), 1);
  t.deepEqual(await remembered(), [], "what has ended is forgotten");
});

test("voices, keys and usage are printed as tables and as JSON", async (t) => {
  t.regex((await run(["voices", "list", "--language", "en"])).out, /^ID +NAME +LANGUAGE/);
  const voices = await run(["voices", "list", "--language", "en", "--json"]);
  t.true(z.array(z.looseObject({ voice_id: z.string() })).parse(JSON.parse(voices.out)).length > 0);
  const made = await run(["keys", "create", "Script", "--scopes", "speech", "--json"]);
  const { api_key_id: id } = z.looseObject({ api_key_id: z.string() }).parse(JSON.parse(made.out));
  t.regex((await run(["keys", "list"])).out, /Script/);
  t.is((await run(["keys", "revoke", id])).code, 0);
  t.regex((await run(["usage"])).out, /Speech \(characters\)/);
});

test("each kind of error has its exit code", async (t) => {
  t.is((await run(["no-such-command"])).code, 2);
  t.is((await run(["usage"], { env: { HOME: "/nowhere" } })).code, 3);
  t.is((await run(["usage"], { env: { ...account, SPEECH_API_KEY: "sk_none" } })).code, 3);
  t.is((await run(["keys", "revoke", "3f0c7a52-8f0e-4a54-9b8a-2c6f5d1b7e90"])).code, 4);
  t.is((await run(["say", "!!!", "--out", join(folder, "none.wav")])).code, 4);
});

test("scripts complete commands and options in three shells", async (t) => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, out } = await run(["completion", shell]);
    t.is(code, 0);
    for (const word of ["transcribe", "voices", "preview", "--out"]) t.true(out.includes(word), `${shell} ${word}`);
  }
  t.is((await run(["completion", "csh"])).code, 2);
});

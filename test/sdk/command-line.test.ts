import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { pendingFolder } from "#sdk/cli/settings.ts";
import { flacClaimingOneSecond, speech, tone } from "#harness/audio/sounds.ts";
import { setBalance } from "#harness/payments/credits.ts";
import { inChannels } from "#test/support/channel-recording.ts";
import { folderWith, runCommand } from "#test/support/command-line.ts";
import { openCutProxy } from "#test/support/cut-proxy.ts";
import { startIssuer } from "#test/support/issuer.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const issuer = await startIssuer();
const service = await startService({
  workers: ["synthesis", "transcription", "training", "maintenance"],
  env: { ...issuer.env, SWEEP_INTERVAL_MS: "100" },
});
const { key } = await service.account();
const folder = await mkdtemp(join(tmpdir(), "speech-cli-"));
const recording = await speech("one two three");
const file = join(folder, "three.wav");
await writeFile(file, recording);
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const main = join(import.meta.dirname, "../../sdk/typescript/src/cli/main.ts");
const home = { HOME: folder, PATH: "/nowhere" };
const account = { SPEECH_URL: service.baseUrl, SPEECH_API_KEY: key };

interface Run {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Readable;
}

/** Runs a command with a key of the service, unless the environment has another. */
const run = (args: readonly string[], { env = account, input }: Run = {}) =>
  runCommand(args, { env: { ...home, ...env }, input });

async function* later(text: string, ms: number): AsyncGenerator<string> {
  await sleep(ms);
  yield text;
}

test("`transcribe --microphone` records until Enter is pressed or for `--seconds`", async (t) => {
  const samples = join(folder, "samples.raw");
  await writeFile(samples, recording.subarray(44));
  const waits = `trap 'exit 0' INT; /bin/cat ${samples}; while :; do /bin/sleep 0.05; done`;
  const PATH = await folderWith(folder, "arecord", waits);
  const enter = Readable.from(later("\n", 500));
  const spoken = await run(["transcribe", "--microphone"], { env: { ...account, PATH }, input: enter });
  t.is(spoken.code, 0, spoken.err);
  t.true(spoken.out.trim().length > 0);
  const timed = await run(["transcribe", "--microphone", "--seconds", "0.5", "--json"], { env: { ...account, PATH } });
  t.truthy(z.looseObject({ request_id: z.string() }).parse(JSON.parse(timed.out)).request_id);
  t.regex((await run(["transcribe", "--microphone"])).err, /No recorder is installed/);
  const broken = await folderWith(folder, "arecord", "echo 'no device' >&2; exit 1");
  const silent = await run(["transcribe", "--microphone", "--seconds", "5"], { env: { ...account, PATH: broken } });
  t.is(silent.code, 2);
  t.regex(silent.err, /recorded nothing. no device/);
  t.is((await run(["transcribe"])).code, 2);
  t.is((await run(["transcribe", file, "--microphone"])).code, 2);
  for (const seconds of ["0", "-1", "1e9", "x"]) {
    t.is((await run(["transcribe", "--microphone", "--seconds", seconds])).code, 2, seconds);
  }
  t.is((await run(["transcribe", file, "--seconds", "1"])).code, 2);
  t.is((await run(["transcribe", "--microphone", "--out-dir", folder])).code, 2);
});

test("`voices create` trains a voice, `voices preview` writes its sound, and a failed training exits with 8", async (t) => {
  const sample = join(folder, "sample.wav");
  await writeFile(
    sample,
    await speech("Please open the window. Thank you very much. The meeting is at nine, and I will be there."),
  );
  const made = await run(["voices", "create", sample, "--name", "Narrator"]);
  t.is(made.code, 0, made.err);
  t.regex(made.out, /^Narrator can speak: /);
  t.regex((await run(["voices", "list", "--mine"])).out, /Narrator/);
  await writeFile(join(folder, "tone.wav"), tone(5));
  const failed = await run(["voices", "create", join(folder, "tone.wav"), "--name", "Tone"]);
  t.is(failed.code, 8, failed.err);
  const { out } = await run(["voices", "list", "--language", "en", "--json"]);
  const [voice] = z.array(z.looseObject({ voice_id: z.string() })).parse(JSON.parse(out));
  const preview = join(folder, "preview.mp3");
  const heard = await run(["voices", "preview", voice?.voice_id ?? "", "--out", preview]);
  t.is(heard.code, 0, heard.err);
  t.true((await stat(preview)).size > 1000);
  t.is((await run(["voices", "delete", "Narrator"])).code, 2, "there is no terminal to ask on");
  const asked = await run(["voices", "delete", "Narrator"], {
    input: Object.assign(Readable.from(["n\n"]), { isTTY: true }),
  });
  t.deepEqual([asked.code, asked.out], [0, "Nothing was deleted.\n"]);
  t.regex(asked.err, /Delete the voice Narrator\? \[y\/N\]/);
  t.is((await run(["voices", "delete", "narrator", "--yes"])).out, "Deleted narrator.\n");
  t.notRegex((await run(["voices", "list", "--mine"])).out, /Narrator/);
  t.is((await run(["voices", "delete", "Ray", "--yes"])).code, 4, "it is no voice of the account");
});

test("a voice is named by its id or its name, and a name of several voices is refused with their ids", async (t) => {
  const own = await service.account();
  const env = { ...account, SPEECH_API_KEY: own.key };
  const say = (voice: string) => run(["say", "Hello.", "--voice", voice, "--out", join(folder, "named.wav")], { env });
  t.deepEqual([(await say("ray")).code, (await say("Ray")).err], [0, ""]);
  t.is((await run(["voices", "preview", "Ray", "--out", join(folder, "ray.mp3")], { env })).code, 0);
  const unknown = await say("Ra");
  t.is(unknown.code, 4);
  t.regex(unknown.err, /No voice is named "Ra"\. Similar voices:[^]*\n {2}[0-9a-f-]{36} {2}Ray /);
  t.regex((await say("Zzz")).err, /`speech voices list` shows all/);
  for (const _ of [1, 2]) await insertPendingVoice(service.resources, own.userId);
  const several = await say("Mine");
  t.is(several.code, 4);
  t.regex(several.err, /2 voices are named Mine\. Use an id:(\n {2}[0-9a-f-]{36} {2}Mine .*){2}\n/);
  const history = await run(["history", "--type", "speech", "--limit", "1"], { env });
  t.regex(history.out, /^ID .*\n[0-9a-f-]{36} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}speech +completed +Hello\.\n$/);
  t.is((await run(["history", "--status", "failed", "--json"], { env })).out, "[]\n");
  for (const wrong of [
    ["--type", "x"],
    ["--status", "x"],
    ["--limit", "0"],
  ])
    t.is((await run(["history", ...wrong], { env })).code, 2, wrong.join(" "));
  t.is((await run(["voices", "list", "--names", "--search", "Ray"], { env })).out, "Ray\n");
});

test("a text is spoken into a file, in the format of its ending", async (t) => {
  const out = join(folder, "hello.mp3");
  const said = await run(["say", "Hello", "and welcome.", "--out", out]);
  t.deepEqual([said.code, said.err], [0, ""]);
  const bytes = await readFile(out);
  t.true(bytes.length > 1000);
  t.notRegex(bytes.toString("latin1", 0, 4), /RIFF/);
  const other = join(folder, "other.MP3");
  const refused = await run(["say", "Hello.", "--format", "flac", "--out", other]);
  t.is(refused.code, 2);
  t.regex(refused.err, /--format flac contradicts --out .*other\.MP3, whose ending stands for mp3/);
  await t.throwsAsync(stat(other));
  const unknown = await run(["say", "Hello.", "--out", join(folder, "hello.xyz")]);
  t.is(unknown.code, 2);
  t.regex(unknown.err, /hello\.xyz does not end with a format: wav, mp3,/);
});

test("a key that may not list voices speaks with one by its name", async (t) => {
  const made = await run(["keys", "create", "Speaker", "--scopes", "speech", "--json"]);
  const { key: limited } = z.looseObject({ key: z.string() }).parse(JSON.parse(made.out));
  const out = join(folder, "speaker.wav");
  const said = await run(["say", "Hello.", "--voice", "ray", "--out", out], {
    env: { ...account, SPEECH_API_KEY: limited },
  });
  t.deepEqual([said.code, said.err], [0, ""]);
  t.true((await stat(out)).size > 1000);
});

/** An environment with a player that is this shell script. */
const playerThat = async (script: string): Promise<Readonly<Record<string, string>>> => ({
  ...account,
  PATH: await folderWith(folder, "aplay", script),
});

test("a text is spoken, and charged, only where it can be played", async (t) => {
  const { key: own, userId } = await service.account();
  const say = (env: Readonly<Record<string, string>>) =>
    run(["say", "Hello."], { env: { ...env, SPEECH_API_KEY: own } });
  const spoken = () =>
    service.resources.db.selectFrom("speech_requests").select("id").where("user_id", "=", userId).execute();
  for (const [env, reason] of [
    [account, /No player is installed/],
    [
      await playerThat("echo 'audio open error: No such file or directory' >&2; exit 1"),
      /aplay cannot play here: audio open/,
    ],
    [
      await playerThat("while read -r line; do :; done; echo 'No more combinations, audio open failed' >&2"),
      /open failed/,
    ],
  ] as const) {
    const refused = await say(env);
    t.is(refused.code, 2);
    t.regex(refused.err, reason);
    t.regex(refused.err, /--out/);
  }
  t.deepEqual(await spoken(), []);
  const played = await say(await playerThat("while read -r line; do :; done"));
  t.deepEqual([played.code, played.err], [0, ""]);
  t.is((await spoken()).length, 1);
});

test("a player that fails is an error that names the request", async (t) => {
  const env = await playerThat(`if [ -e "$0.used" ]; then exit 3; fi; : > "$0.used"; while read -r line; do :; done`);
  const failed = await run(["say", "Hello."], { env });
  t.is(failed.code, 1);
  t.regex(failed.err, /aplay has stopped: exit code 3\. The speech is kept as request [0-9a-f-]{36}\./);
});

test("a recording is transcribed as text, subtitles and JSON", async (t) => {
  const plain = await run(["transcribe", file]);
  t.is(plain.code, 0, plain.err);
  t.true(plain.out.trim().length > 0);
  t.regex((await run(["transcribe", file, "--format", "vtt"])).out, /^WEBVTT/);
  t.regex((await run(["transcribe", file, "--format", "srt"])).out, /^1\n00:00/);
  t.is((await run(["transcribe", "--key-term", "Kokoro", "--key-term", "Siobhan Kavanagh", file])).code, 0);
  t.is((await run(["transcribe", file, "--key-term", "?!"])).code, 4);
  const json = await run(["transcribe", file, "--json"]);
  t.is(z.object({ file: z.string() }).parse(JSON.parse(json.out)).file, file);
});

test("`transcribe --channels` names the channel of each line, and does not go with `--speakers`", async (t) => {
  const stereo = join(folder, "stereo.wav");
  await writeFile(stereo, inChannels(recording, await speech("Thank you very much.", "slt")));
  const parted = await run(["transcribe", stereo, "--channels"]);
  t.is(parted.code, 0, parted.err);
  t.regex(parted.out, /^Channel 1: .+/m);
  t.regex(parted.out, /^Channel 2: .+/m);
  t.notRegex((await run(["transcribe", stereo])).out, /Channel/);
  const both = await run(["transcribe", stereo, "--channels", "--speakers", "2"]);
  t.is(both.code, 2);
  t.regex(both.err, /--speakers cannot be used with --channels/);
  t.is((await run(["transcribe", stereo, "--speakers", "some"])).code, 2);
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
  const batches = await service.call("GET", "/v1/speech/batches", { key });
  t.like(batches.json, { data: { items: [{ total: 2, completed: 2 }] } });
});

test("a recording that cannot be read is reported, and the others of its folder are transcribed", async (t) => {
  const mixed = join(folder, "mixed");
  await mkdir(mixed);
  await writeFile(join(mixed, "a.wav"), "no sound");
  await writeFile(join(mixed, "b.wav"), recording);
  const { code, out, err } = await run(["transcribe", mixed]);
  t.is(code, 8);
  t.regex(err, /mixed\/a\.wav: The file could not be read as audio.*\n.*1 of 2 recordings were not transcribed\./);
  t.regex(out, /^\S*b\.wav -> \S*b\.txt\n$/);
  t.true((await readFile(join(mixed, "b.txt"), "utf8")).length > 0);
});

test("files that are all refused are reported one by one", async (t) => {
  const empty = join(folder, "empty");
  await mkdir(empty);
  for (const name of ["a.wav", "b.wav"]) await writeFile(join(empty, name), "");
  const { code, err } = await run(["transcribe", empty]);
  t.is(code, 4);
  t.regex(err, /empty\/a\.wav: .*file is empty.*\n.*empty\/b\.wav: .*file is empty.*\n.*2 of 2 recordings were not/);
});

test("a transcription that has failed starts anew when the command is run again", async (t) => {
  const own = await service.account();
  await setBalance(service.resources, { userId: own.userId, pool: "asr" }, 1);
  const flac = join(folder, "longer-than-it-says.flac");
  await writeFile(flac, await flacClaimingOneSecond(recording));
  const env = { ...account, SPEECH_API_KEY: own.key };
  const failed = await run(["transcribe", flac], { env });
  t.is(failed.code, 8, failed.err);
  await setBalance(service.resources, { userId: own.userId, pool: "asr" }, 100);
  const again = await run(["transcribe", flac], { env });
  t.is(again.code, 0, again.err);
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
  const limits = ["--description", "Nightly", "--monthly-limit", "500", "--expires-in-days", "7"];
  const made = await run(["keys", "create", "Script", "--scopes", "speech", "--json", ...limits]);
  const { api_key_id: id, ...rest } = z
    .looseObject({ api_key_id: z.string(), expires_at: z.string() })
    .parse(JSON.parse(made.out));
  t.like(rest, { description: "Nightly", monthly_credit_limit: 500 });
  t.regex((await run(["keys", "list"])).out, /Script/);
  t.is((await run(["keys", "revoke", id])).code, 0);
  t.regex((await run(["usage"])).out, /Speech \(characters\)/);
});

test("a command ends in silence when its output is read no further", async (t) => {
  const env = { ...home, ...account };
  const cut = spawn(process.execPath, [main, "voices", "list", "--json"], { env, stdio: ["ignore", "pipe", "pipe"] });
  cut.stdout.destroy();
  const [said] = await Promise.all([readText(cut.stderr), once(cut, "close")]);
  t.deepEqual([cut.exitCode, said], [0, ""]);
});

test("each kind of error has its exit code", async (t) => {
  t.is((await run(["no-such-command"])).code, 2);
  t.is((await run(["usage"], { env: { HOME: "/nowhere" } })).code, 3);
  t.is((await run(["usage"], { env: { ...account, SPEECH_API_KEY: "sk_none" } })).code, 3);
  t.is((await run(["keys", "revoke", "3f0c7a52-8f0e-4a54-9b8a-2c6f5d1b7e90"])).code, 4);
  t.is((await run(["say", "!!!", "--out", join(folder, "none.wav")])).code, 4);
  for (const wrong of [
    ["keys", "create", "x", "--scopes", "speach"],
    ["say", "Hello.", "--speed", "fast"],
  ])
    t.is((await run(wrong)).code, 2, wrong.join(" "));
  const poor = await service.account(0);
  await setBalance(service.resources, { userId: poor.userId, pool: "tts" }, 0);
  const broke = { ...account, SPEECH_API_KEY: poor.key };
  t.is((await run(["say", "Hello.", "--out", join(folder, "none.wav")], { env: broke })).code, 5);
  await t.throwsAsync(stat(join(folder, "none.wav")));
});

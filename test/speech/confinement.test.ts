import { spawnSync } from "node:child_process";
import { type Stats, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import { encoded, tone } from "#harness/audio/sounds.ts";
import { decodeAudio } from "#workers/speech/audio/decode-audio.ts";
import { encodeAudio } from "#workers/speech/audio/encode-audio.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { grantFiles, nameIn, programStatus, reportConfinement } from "#workers/speech/process/confinement.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";
import { openEngine, pcmOf } from "./recognition-support.ts";
import { calm, espeakVoice, privateFolder, saying } from "./synth-support.ts";

const engines = ["espeak-ng", "flite", "ffmpeg", "pocketsphinx_batch"] as const;
const gaps: string[] = [];
reportConfinement({ warn: (message) => gaps.push(message) });
/** Only where the kernel allows all of it can all of it be seen. */
const run = process.platform === "linux" && gaps.length === 0 ? test.serial : test.serial.skip;
const limits = { memoryBytes: 256 * 1024 * 1024, cpuSeconds: 5, fileBytes: 4096 };
const isRoot = process.getuid?.() === 0;

/** A child of ours as the kernel shows it. */
interface Seen {
  readonly program: string;
  readonly variables: readonly string[];
  readonly status: string;
  readonly limits: string;
  readonly network: string;
}

const read = (pid: string, file: string): string => readFileSync(`/proc/${pid}/${file}`, "utf8");

/** The programs that run below this process. */
function descendants(): readonly { readonly pid: string; readonly program: string }[] {
  const parents = new Map<string, string>();
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(pid, /\) \S (\d+)/.exec(read(pid, "stat"))?.[1] ?? "");
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid: string): boolean =>
    pid !== "" && (pid === String(process.pid) || isOurs(parents.get(pid) ?? ""));
  return [...parents.keys()]
    .filter((pid) => pid !== String(process.pid) && isOurs(pid))
    .flatMap((pid) => {
      const program = programOf(pid);
      return program === null ? [] : [{ pid, program }];
    });
}

/** Null when the process has ended meanwhile. */
function look<Result>(at: () => Result): Result | null {
  try {
    return at();
  } catch {
    return null;
  }
}

const programOf = (pid: string): string | null =>
  look(() => read(pid, "cmdline").split("\0")[0]?.split("/").at(-1) ?? "");

const inspect = ({ pid, program }: { readonly pid: string; readonly program: string }): Seen | null =>
  look(() => ({
    program,
    variables: read(pid, "environ").split("\0").filter(Boolean),
    status: read(pid, "status"),
    limits: read(pid, "limits"),
    network: readlinkSync(`/proc/${pid}/ns/net`),
  }));

/** Everything that runs below us while the work goes on, but for what prepares it. */
async function childrenDuring(work: Promise<unknown>): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  const over = new AbortController();
  const done = work.finally(() => over.abort());
  while (!over.signal.aborted) {
    for (const child of descendants().filter(({ program }) => !preparing.has(program))) {
      const found = inspect(child);
      // A process that changed its program meanwhile was not seen as one of them.
      if (found !== null && programOf(child.pid) === child.program) seen.push(found);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  await done;
  return seen;
}

/** A child is a copy of this process until it becomes another program. */
const preparing: ReadonlySet<string> = new Set(["", "node", "unshare", "setpriv", "prlimit"]);

/** Lays out what every engine needs that there is. @returns a use of each of them */
async function engineWork(t: ExecutionContext): Promise<() => Promise<void>> {
  const text = "There is a story about the river in the book. ".repeat(40);
  const directory = await privateFolder(t);
  const path = join(directory, "source");
  await writeFile(path, await encoded(tone(600), "flac"));
  const recording = await pcmOf(t, ["how old is the bridge"]);
  return async () => {
    const spoken = await openFlite().synthesize(saying(text, { directory }));
    await openEspeak().synthesize(saying(text, { directory, voice: espeakVoice }));
    await encodeAudio(spoken, "mp3", { directory, signal: calm() });
    await decodeAudio({ path, container: "flac" }, { directory, maxSeconds: 900, signal: calm() });
    const { engine } = await openEngine(t);
    await engine.transcribe(recording, { language: "en", signal: calm() });
  };
}

run("every child of a worker has nothing of ours: no variable, no network, no user of ours, no way up", async (t) => {
  t.timeout(120_000);
  process.env["PAYMENT_KEY_SECRET"] = "canary";
  t.teardown(() => delete process.env["PAYMENT_KEY_SECRET"]);
  const ours = readlinkSync("/proc/self/ns/net");
  const work = await engineWork(t);
  const seen = await childrenDuring(work());
  for (const name of engines)
    t.true(
      seen.some(({ program }) => program === name),
      name,
    );
  for (const { program, variables, status, limits: caps, network } of seen) {
    const names = variables.map((variable) => variable.split("=")[0] ?? "");
    // A shell adds the two.
    t.deepEqual(
      names.filter((name) => name !== "PWD" && name !== "OLDPWD").toSorted(),
      ["HOME", "LANG", "PATH", "TMPDIR"],
      program,
    );
    t.not(network, ours, program);
    t.regex(status, /^NoNewPrivs:\s1$/m, program);
    t.regex(status, /^CapEff:\s0+$/m, program);
    if (isRoot) t.notRegex(status, /^[UG]id:.*\b0\b/m, program);
    for (const name of ["address space", "cpu time", "file size", "processes", "open files"]) {
      t.regex(caps, new RegExp(`^Max ${name} +\\d+ `, "m"), `${program}: ${name}`);
    }
  }
});

run("an engine reaches no address, not even of this machine", async (t) => {
  const server = createServer((socket) => socket.end("secret")).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const directory = await privateFolder(t);
  const options = { directory, limits, signal: calm(), timeoutMs: 10_000, maxOutputBytes: 4096 };
  const fetch = ["-v", "error", "-i", `tcp://127.0.0.1:${port}`, "-f", "null", "-"];
  const { stderr } = await runEngine("ffmpeg", fetch, { ...options, limits: { ...limits, memoryBytes: 2 ** 30 } });
  t.regex(stderr, /Network is unreachable|Connection refused/);
  const devices = (await runEngine("cat", ["/proc/net/dev"], options)).stdout.toString();
  t.is(devices.trim().split("\n").length, 3, "two lines of headings and the loopback device, which is down");
});

const asRoot = isRoot ? run : test.serial.skip;

asRoot("an engine reads and writes what it is lent, and can neither list, make nor replace a file", async (t) => {
  const directory = await privateFolder(t);
  const [given, kept, made] = ["given", "kept", "made"].map((name) => join(directory, name));
  await writeFile(given ?? "", "given", { mode: 0o600 });
  await writeFile(kept ?? "", "kept", { mode: 0o600 });
  const loan = { directory, reads: [given ?? ""], writes: [made ?? ""] };
  const options = { ...loan, limits, signal: calm(), timeoutMs: 10_000, maxOutputBytes: 4096 };
  const shell = async (script: string) => (await runEngine("sh", ["-c", script], options)).exitCode;
  t.is(await shell("cat given > made"), 0);
  t.is(await readFile(made ?? "", "utf8"), "given");
  for (const script of ["cat kept", "ls .", "echo > other", "rm given", "mv given other", "ln -s /etc/passwd made"]) {
    t.not(await shell(script), 0, script);
  }
  t.is(await shell(`cat ${directory}/../${directory.split("/").at(-1)}/given`), 0, "the parent is everybody's here");
  t.deepEqual((await readdir(directory)).toSorted(), ["given", "kept", "made"]);
  const modes = await Promise.all([directory, given, kept, made].map((path) => stat(path ?? "")));
  t.deepEqual(
    modes.map(({ mode }: Stats) => mode & 0o777),
    [0o710, 0o640, 0o600, 0o660],
  );
});

run("memory, processor time and files end where their limits are", async (t) => {
  const directory = await privateFolder(t);
  const made = join(directory, "made");
  const options = { directory, writes: [made], signal: calm(), timeoutMs: 30_000, maxOutputBytes: 4096 };
  const exitCode = async (script: string, own: Partial<typeof limits>) =>
    (await runEngine("sh", ["-c", script], { ...options, limits: { ...limits, ...own } })).exitCode;
  t.not(await exitCode("head -c 100000 /dev/zero > made", {}), 0);
  t.true((await stat(made)).size <= limits.fileBytes);
  t.not(await exitCode("while :; do :; done", { cpuSeconds: 1 }), 0);
  t.not(await exitCode("sort -S 1G --parallel=1 /dev/zero", { memoryBytes: 64 * 1024 * 1024 }), 0);
});

run("an engine that cannot be started is unavailable, not the fault of the file", async (t) => {
  const directory = await privateFolder(t);
  const options = { directory, signal: calm(), timeoutMs: 10_000, maxOutputBytes: 4096 };
  const tight = { ...options, limits: { ...limits, memoryBytes: Number.NaN } };
  const error = await t.throwsAsync(runEngine("true", [], tight), { instanceOf: DomainError });
  t.is(error?.code, "engine_unavailable");
  const absent = await t.throwsAsync(runEngine("no-such-engine", [], { ...options, limits }), {
    instanceOf: DomainError,
  });
  t.regex(absent?.message ?? "", /apt-get install -y no-such-engine/);
});

run("engines start where the worker itself may use less than they may, and may use no more", async (t) => {
  const directory = await privateFolder(t);
  const script = `
    const { runEngine } = await import(${JSON.stringify(import.meta.resolve("#workers/speech/process/run-engine.ts"))});
    const limits = { memoryBytes: 2 ** 60, cpuSeconds: 2 ** 30, fileBytes: 2 ** 40 };
    const options = { directory: ${JSON.stringify(directory)}, limits, signal: new AbortController().signal };
    const result = await runEngine("cat", ["/proc/self/limits"], { ...options, timeoutMs: 10000, maxOutputBytes: 4096 });
    process.stdout.write(result.stdout);`;
  const hard = { nproc: 3000, nofile: 50, as: 2 ** 40, cpu: 600, fsize: 2 ** 30 };
  const limited = Object.entries(hard).map(([name, value]) => `--${name}=${value}`);
  const node = [process.execPath, "--input-type=module", "--eval", script];
  const { stdout, stderr } = spawnSync("prlimit", [...limited, ...node], { encoding: "utf8" });
  t.is(stderr, "");
  for (const [name, value] of [
    ["processes", hard.nproc],
    ["open files", hard.nofile],
    ["address space", hard.as],
    ["cpu time", hard.cpu],
    ["file size", hard.fsize],
  ]) {
    t.regex(stdout, new RegExp(`^Max ${name} +${value} +${value} `, "m"));
  }
});

asRoot(
  "a file system that refuses to change the group of a folder makes the engine unavailable, with advice",
  async (t) => {
    const error = await t.throwsAsync(grantFiles({ directory: "/proc/self/task" }), { instanceOf: DomainError });
    t.is(error?.code, "engine_unavailable");
    t.regex(error?.message ?? "", /Move DATA_DIR/);
  },
);

test("a missing program is unavailable, with the packages that hold it", (t) => {
  const reason = (program: string) => programStatus(program).reason ?? "";
  t.regex(
    reason("/nonexistent/pocketsphinx_batch"),
    /is not installed.*apt-get install -y pocketsphinx pocketsphinx-en-us$/,
  );
  t.regex(reason("/nonexistent/flite"), /is not installed.*apt-get install -y flite$/);
  t.deepEqual(programStatus("sh"), { state: "ready" });
});

test("a file outside of its folder has no name for an engine", (t) => {
  t.is(nameIn("/work/a", "/work/a/b.raw"), "./b.raw");
  t.throws(() => nameIn("/work/a", "/work/b.raw"));
});

test("only the launcher of engines starts processes", async (t) => {
  const root = join(import.meta.dirname, "../..", "workers");
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith(".ts"));
  const sources = await Promise.all(
    files.map(async (file) => [file, await readFile(join(root, file), "utf8")] as const),
  );
  const naming = (text: string) =>
    sources
      .filter(([, source]) => source.includes(text))
      .map(([file]) => file)
      .toSorted();
  t.deepEqual(naming('from "node:child_process"'), [
    // The program that installs models.
    "runtime/pull-process.ts",
    // In a host, which is confined itself.
    "speech/engines/whisper-server/start-server.ts",
    "speech/process/probe-confinement.ts",
    "speech/process/run-engine.ts",
    "speech/process/run-process.ts",
    "speech/process/start-host.ts",
  ]);
  t.deepEqual(naming("runProcess("), ["speech/process/run-engine.ts"]);
  t.true(naming("} = confine(command);").includes("speech/process/run-engine.ts"));
  t.true(naming("confineHost(").includes("speech/process/start-host.ts"));
});

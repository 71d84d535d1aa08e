import { spawn } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import test from "ava";
import { DomainError } from "#src/errors.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import { hostsNow, hostsOf, installedModels, openHosts } from "./moonshine-support.ts";
import { pcmOf, until } from "./recognition-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

const gaps: string[] = [];
reportConfinement({ warn: (message) => gaps.push(message) });
const isConfined = process.platform === "linux" && gaps.length === 0;
const isRoot = process.getuid?.() === 0;

const question = "How old is the bridge?";
const english = (account?: string) => ({ language: "en", signal: calm(), ...(account !== undefined && { account }) });
const handedOver = () => new Promise((resolve) => setTimeout(resolve, 300));

test.serial("a running host is not root, has no network, no secrets and no way up", async (t) => {
  const models = installedModels(t);
  if (models === null || !isConfined) return t.log("Not run: this machine does not allow all of it.");
  process.env["PAYMENT_KEY_SECRET"] = "canary";
  t.teardown(() => delete process.env["PAYMENT_KEY_SECRET"]);
  const { engine } = await openHosts(t, models);
  await engine.transcribe(await pcmOf(t, [question]), english());
  const [pid = 0] = hostsNow();
  const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, "utf8");
  const names = read("environ").split("\0").filter(Boolean);
  // Two of them tell Node about the channel to its parent.
  t.deepEqual(names.map((variable) => variable.split("=")[0] ?? "").toSorted(), [
    ...["HOME", "LANG", "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"],
    ...["ORT_DISABLE_TELEMETRY", "PATH", "TMPDIR"],
  ]);
  t.not(readlinkSync(`/proc/${pid}/ns/net`), readlinkSync("/proc/self/ns/net"));
  t.is(read("net/dev").trim().split("\n").length, 3, "two lines of headings and the loopback device, which is down");
  t.deepEqual(
    [...new Set((await readdir(`/proc/${pid}/task`)).map((task) => privileges(pid, task)))],
    [privileges(pid, String(pid))],
    "all threads are alike",
  );
  const status = read("status");
  t.regex(status, /^NoNewPrivs:\s1$/m);
  t.regex(status, /^CapEff:\s0+$/m);
  t.regex(status, /^CapPrm:\s0+$/m);
  if (isRoot) {
    t.notRegex(status, /^[UG]id:.*\b0\b/m);
    t.regex(status, /^Groups:\s*$/m);
  }
  for (const name of ["cpu time", "file size", "processes", "open files"]) {
    t.regex(read("limits"), new RegExp(`^Max ${name} +\\d+ `, "m"), name);
  }
  t.regex(read("limits"), /^Max file size +0 /m);
  t.true(getPriority(pid) > getPriority());
});

const privileges = (pid: number, task: string): string =>
  readFileSync(`/proc/${pid}/task/${task}/status`, "utf8")
    .split("\n")
    .filter((line) => /^(?:Uid|Gid|Groups|CapEff|CapPrm|NoNewPrivs):/.test(line))
    .join("\n");

test.serial("a host that is killed in the middle of its work is replaced, and the work is completed", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine, logged } = await openHosts(t, models);
  const audio = await pcmOf(t, [question]);
  await engine.transcribe(audio, english());
  const [first = 0] = hostsNow();
  process.kill(first, "SIGSTOP");
  const transcript = engine.transcribe(audio, english());
  await handedOver();
  process.kill(first, "SIGKILL");
  t.is((await transcript).text, question);
  t.false(hostsNow().includes(first));
  t.is(logged.length, 1);
  t.regex(logged[0] ?? "", /host of moonshine-tiny-en ended by itself, 1 in a row/);
});

test.serial("work that outlives two hosts is given up as unavailable", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine } = await openHosts(t, models);
  const audio = await pcmOf(t, [question]);
  await engine.transcribe(audio, english());
  let killed = 0;
  const killing = setInterval(() => {
    // As soon as it lives: it dies before it is ready, or with the request.
    for (const pid of hostsNow()) process.kill(pid, "SIGKILL");
    killed += 1;
  }, 20);
  t.teardown(() => clearInterval(killing));
  const error = await t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
  clearInterval(killing);
  t.is(error?.code, "engine_unavailable");
  t.true(killed > 0);
  await until(async () => (await engine.transcribe(audio, english()).catch(() => null)) !== null);
});

test.serial("a host ends with its worker, even when that is killed", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const options = { ...models, processes: 1, directory: await privateFolder(t) };
  const module = new URL("../../workers/speech/engines/sherpa/open-sherpa.ts", import.meta.url);
  const program = `(await import(${JSON.stringify(module.href)})).openSherpa(${JSON.stringify(options)})`;
  const worker = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
  await until(() => hostsOf(worker.pid ?? 0).length === 1);
  const [host = 0] = hostsOf(worker.pid ?? 0);
  worker.kill("SIGKILL");
  await until(() => !existsSync(`/proc/${host}`));
  t.pass();
});

test.serial("a host ends with the engine, and leaves no file", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine, directory } = await openHosts(t, { ...models, processes: 2 });
  const audio = await pcmOf(t, [question]);
  await engine.transcribe(audio, english());
  const failure = t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
  await engine.close();
  t.is((await failure)?.code, "engine_unavailable");
  await until(() => hostsNow().length === 0);
  t.deepEqual(await readdir(join(directory)), []);
});

test.serial("an abort ends the work at once, with its reason, and the next caller is served", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine, logged } = await openHosts(t, models);
  const audio = await pcmOf(t, [question]);
  await engine.transcribe(audio, english());
  const [host = 0] = hostsNow();
  process.kill(host, "SIGSTOP");
  const abort = new AbortController();
  const reason = new Error("no longer wanted");
  const running = engine.transcribe(audio, { language: "en", signal: abort.signal });
  const waiting = engine.transcribe(audio, { language: "en", signal: abort.signal });
  await handedOver();
  abort.abort(reason);
  t.is(await t.throwsAsync(running), reason);
  t.is(await t.throwsAsync(waiting), reason);
  process.kill(host, "SIGCONT");
  t.is((await engine.transcribe(audio, english())).text, question);
  t.is(await t.throwsAsync(engine.transcribe(audio, { language: "en", signal: abort.signal })), reason);
  t.deepEqual(hostsNow(), [host], "one request is soon over: the host is not killed for it");
  t.deepEqual(logged, []);
});

test.serial("a short file of one account does not wait for a long one of another", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine } = await openHosts(t, models);
  const long = await pcmOf(
    t,
    Array.from({ length: 12 }, () => ["There is a story about the river in the book.", 20]).flat(),
  );
  const short = await pcmOf(t, [question]);
  const finished: string[] = [];
  const first = engine.transcribe(long, english("one")).then(() => finished.push("long"));
  await handedOver();
  const second = engine.transcribe(short, english("two")).then(() => finished.push("short"));
  await Promise.all([first, second]);
  t.deepEqual(finished, ["short", "long"]);
});

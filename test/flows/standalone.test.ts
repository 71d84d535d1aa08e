import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { readers } from "#src/config/process-environment.ts";
import { isProcessName } from "#src/config/processes.ts";
import { openBrowser } from "#test/support/browser.ts";
import { audioForm, openClient } from "#harness/clients/client.ts";
import { installationPort, launch, untilReady } from "#harness/service/installation.ts";
import { signUp } from "#test/support/sandbox.ts";
import { speech } from "#harness/audio/sounds.ts";

const person = { email: "ada@example.com", password: "correct horse", name: "Ada" };

/** One demo call of each kind in a minute. */
const demoLimits = { DEMO_SYNTHESES_PER_MINUTE: "1", DEMO_TRANSCRIPTIONS_PER_MINUTE: "1" };

/** The processes of a running service, by name, with the variables they were started with. Linux only. */
async function startedWith(
  dataDir: string,
): Promise<readonly { readonly name: string; readonly set: readonly string[] }[]> {
  const state: unknown = JSON.parse(await readFile(join(dataDir, "data", "run.json"), "utf8"));
  const { children } = z.object({ children: z.array(z.int()) }).parse(state);
  return Promise.all(
    children.map(async (pid) => {
      const [command, variables] = await Promise.all(
        ["cmdline", "environ"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8")),
      );
      const name =
        /\/(api)\/main\.ts|\/(\w+)\.ts/
          .exec(command ?? "")
          ?.slice(1)
          .find(Boolean) ?? "";
      const names = (variables ?? "").split("\0").map((variable) => variable.split("=")[0] ?? "");
      return { name, set: names.filter(Boolean) };
    }),
  );
}

/** Every process knows its own settings and what any program knows, and nothing else that `npm start` was given. */
async function assertOwnSettings(t: ExecutionContext, dataDir: string): Promise<void> {
  const processes = await startedWith(dataDir);
  t.is(processes.length, 9);
  for (const { name, set } of processes) {
    t.true(isProcessName(name), name);
    const foreign = set.filter(
      (variable) => !(readers.get(variable)?.some((one) => one === name) ?? ofAnyProgram.has(variable)),
    );
    t.deepEqual(foreign, [], name);
  }
  const knowing = (setting: string) =>
    processes.flatMap(({ name, set }) => (set.includes(setting) ? [name] : [])).toSorted();
  t.deepEqual(knowing("START_UP_CHECK_SECRET"), ["api"]);
  t.deepEqual(knowing("OIDC_CLIENT_SECRET"), ["api", "identity"]);
  t.deepEqual(knowing("PAYMENT_KEY_SECRET"), ["api", "maintenance", "payment"]);
  t.deepEqual(knowing("PAYMENT_WEBHOOK_SECRET"), ["api", "payment"]);
}

/** The channel to the parent has two of its own. */
const ofAnyProgram = new Set([
  "PATH",
  "NODE_COMPILE_CACHE",
  "HOME",
  "NODE_CHANNEL_FD",
  "NODE_CHANNEL_SERIALIZATION_MODE",
]);

const requestId = z.object({ request_id: z.uuid() });
const status = z.object({ status: z.string() });

test("one command brings the service up; killed outright and started again it has lost nothing", async (t) => {
  t.timeout(5 * 60_000);
  const dataDir = await mkdtemp(join(tmpdir(), "speech-standalone-"));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const port = await installationPort();

  const first = launch(dataDir, port, { ...demoLimits, FOREIGN_SECRET: "canary" });
  t.teardown(() => first.process.kill());
  await untilReady(first);
  t.regex(first.output(), /heard {3}\w+\W+\w+/, "it prints what it heard of its own sentence");
  if (process.platform === "linux") await assertOwnSettings(t, dataDir);
  t.true(first.output().includes(`dashboard           ${first.baseUrl}/account   choose "Continue as owner"`));
  t.regex(first.output(), /curl -s \S+\/v1\/speech\/synthesize/, "it ends with a first call");
  const browser = openBrowser();
  const callback = await signUp(`${first.baseUrl}/auth/login`, person, browser);
  const home = `${first.baseUrl}/`;
  t.is((await browser.visit(callback, { stopAt: home })).url, home, "a new account is sent to its start page");
  const [ownerKey = ""] = /sk_\w+/.exec(first.output()) ?? [];
  t.is(await first.operate("show-key"), ownerKey, "it prints the key of the owner, and a command shows it again");
  const key = await first.operate("create-key", "--email", "you@example.com", "--name", "laptop");
  const client = openClient(first.baseUrl);
  const listed = await client.call("GET", "/v1/speech/requests", { key });
  t.is(listed.data(z.object({ total: z.int() })).total, 0, "the start-up check leaves no rows");

  const audio = await speech("The train will leave at seven in the morning.");
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const headers = { prefer: "respond-async" };
    const answer = await client.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(audio), headers });
    ids.push(answer.data(requestId).request_id);
  }
  const ended = once(first.process, "exit");
  first.process.kill("SIGKILL");
  await ended;

  const second = launch(dataDir, port, demoLimits);
  t.teardown(() => second.process.kill());
  await untilReady(second);
  t.regex(second.output(), /heard {3}\w+/, "however often it is started in a minute");
  t.false(/sk_\w+/.test(second.output()), "the key is printed once");
  t.is(await second.operate("show-key"), ownerKey, "and stays the same");
  const owner = await client.call("GET", "/v1/users/me", { key: ownerKey });
  t.like(owner.data(z.object({ name: z.string(), role: z.string() })), { name: "Owner", role: "admin" });
  for (const name of await readdir(join(dataDir, "data", "logs"))) {
    const log = await readFile(join(dataDir, "data", "logs", name), "utf8");
    t.false(log.includes(ownerKey), `the key is not in ${name}`);
  }
  for (const id of ids) {
    const deadline = performance.now() + 90_000;
    let state = "";
    while (state !== "completed" && performance.now() < deadline) {
      await sleep(200);
      state = (await client.call("GET", `/v1/speech/requests/${id}`, { key })).data(status).status;
    }
    t.is(state, "completed");
  }

  const email = z.object({ email: z.string() });
  const headers = { cookie: browser.cookies(second.baseUrl) };
  const me = await openClient(second.baseUrl).call("GET", "/v1/users/me", { headers });
  t.is(me.data(email).email, person.email, "and stays signed in");
  const { mode } = await stat(join(dataDir, "data", "sandbox.json"));
  t.is(mode & 0o777, 0o600, "the sandbox's secrets are their owner's");

  const third = launch(dataDir, port);
  await once(third.process, "exit");
  t.regex(third.output(), /already runs on this data folder/);
  t.is(third.process.exitCode, 1);
  t.is(await second.stop(), 0, "Ctrl-C stops it in order");
  await t.throwsAsync(readFile(join(dataDir, "data", "run.json")), { code: "ENOENT" });
  await t.throwsAsync(readFile(join(dataDir, "data", "postgres", "data", "postmaster.pid")), { code: "ENOENT" });
});

test("a taken port and an unwritable folder are each one clear sentence", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "speech-standalone-"));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  t.teardown(() => taken.close());
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const onTakenPort = launch(dataDir, port);
  await once(onTakenPort.process, "close");
  t.regex(onTakenPort.output(), new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 cannot be used.*\n$`));

  const besidePort = launch(dataDir, port - 1);
  await once(besidePort.process, "close");
  t.regex(besidePort.output(), new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 cannot be used.* The sandbox .*\n$`));

  const inDevice = launch("/dev/null", await installationPort());
  await once(inDevice.process, "close");
  t.regex(inDevice.output(), /^The data folder \/dev\/null\/data cannot be written to\..*\n$/);
});

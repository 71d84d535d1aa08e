import { execFile as execFileCallback } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import test from "ava";
import { z } from "zod";
import { exitCodes } from "#sdk/cli/exit-code.ts";
import { settingsFile } from "#sdk/cli/settings.ts";
import { folderWith, runCommand } from "#test/support/command-line.ts";
import { startIssuer } from "#test/support/issuer.ts";
import { startService } from "#test/support/service.ts";

const execFile = promisify(execFileCallback);
const issuer = await startIssuer();
const service = await startService({ env: issuer.env });
const { key } = await service.account();
const folder = await mkdtemp(join(tmpdir(), "speech-login-"));
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const account = { SPEECH_URL: service.baseUrl, SPEECH_API_KEY: key };

interface Run {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Runs a command with a key of the service, unless the environment has another. */
const run = (args: readonly string[], { env = account, input }: Run = {}) =>
  runCommand(args, { env: { HOME: folder, PATH: "/nowhere", ...env }, input });

test("the help names every command and every exit code", async (t) => {
  const { code, out } = await run(["--help"]);
  t.is(code, 0);
  for (const name of [
    "login",
    "logout",
    "whoami",
    "history",
    "say",
    "transcribe",
    "listen",
    "voices",
    "usage",
    "keys",
    "completion",
    "--json",
  ])
    t.true(out.includes(name));
  for (const meaning of Object.values(exitCodes)) t.true(out.includes(meaning), meaning);
});

test("a key that works is kept for its owner alone, and serves the next command", async (t) => {
  const env = { HOME: join(folder, "login"), SPEECH_URL: service.baseUrl };
  const refused = await run(["login", "--with-key"], { env, input: "sk_none\n" });
  t.is(refused.code, 3);
  t.regex(refused.err, /docs\/errors#invalid_api_key/);
  await t.throwsAsync(stat(settingsFile(env)));
  t.is((await run(["login", "--with-key"], { env })).code, 2);
  t.is((await run(["login", "--with-key"], { env, input: `${key}\n` })).code, 0);
  t.is((await stat(settingsFile(env))).mode & 0o777, 0o600);
  t.is((await run(["usage"], { env: { HOME: env.HOME } })).code, 0);
  const who = await run(["whoami"], { env: { HOME: env.HOME } });
  t.regex(
    who.out,
    new RegExp(`^Account +\\S+@\\S+\\nService +${service.baseUrl}\\nAPI key +…${key.slice(-4)}, of speech login\\n$`),
  );
  t.regex((await run(["whoami"])).out, /of SPEECH_API_KEY/);
  t.regex((await run(["logout"], { env: { HOME: env.HOME } })).out, /^Signed out of /);
  t.is((await run(["usage"], { env: { HOME: env.HOME } })).code, 3);
  t.is((await run(["usage"])).code, 0, "a key that was not made for the login goes on working");
  t.is((await run(["logout"], { env: { HOME: env.HOME } })).out, "Not signed in.\n");
});

test("an address without the service is refused by the first call, without retries", async (t) => {
  const page = createServer((_request, response) =>
    response.setHeader("Content-Type", "text/html").end("<h1>Hello</h1>"),
  );
  t.teardown(() => page.close());
  page.listen(0, "127.0.0.1");
  await once(page, "listening");
  const at = z.object({ port: z.int() }).parse(page.address()).port;
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = z.object({ port: z.int() }).parse(closed.address());
  closed.close();
  for (const [url, reason, exit] of [
    [`http://127.0.0.1:${port}`, /There is no service at http:\/\/127\.0\.0\.1:\d+: no program listens there\./, 7],
    ["http://127.0.0.1:1", /There is no service at http:\/\/127\.0\.0\.1:1: bad port\./, 7],
    ["http://speech.invalid", /There is no service at http:\/\/speech\.invalid: the name/, 7],
    [`http://127.0.0.1:${at}`, /another program, not a speech service/, 7],
    ["localhost:8080", /must begin with http:\/\/ or https:\/\//, 2],
  ] as const) {
    for (const command of [["usage"], ["login"]]) {
      const refused = await run([...command, "--url", url], { env: command[0] === "login" ? {} : account });
      t.is(refused.code, exit, refused.err);
      t.regex(refused.err, reason);
    }
  }
});

test("the version is that of the package", async (t) => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(import.meta.dirname, "../../sdk/typescript/package.json"), "utf8")));
  t.deepEqual(await run(["--version"]), { code: 0, out: `${version}\n`, err: "" });
});

/** The code that the program which started last waits for, once it does. */
async function newCode(known: ReadonlySet<string>): Promise<string> {
  const find = () => service.resources.db.selectFrom("device_authorizations").select("user_code").execute();
  for (;;) {
    const found = (await find()).find(({ user_code: code }) => !known.has(code));
    if (found !== undefined) return found.user_code;
    await sleep(20);
  }
}

test.serial("a person who approves the code in a browser is signed in, and one who denies it is not", async (t) => {
  const decide = (code: string, decision: string) =>
    service.call("POST", `/v1/device-authorizations/${code}/${decision}`, { key });
  const opened = join(folder, "opened");
  const PATH = await folderWith(folder, "xdg-open", `echo "$1" > ${opened}`);
  const env = { HOME: join(folder, "device"), SPEECH_URL: service.baseUrl, PATH, DISPLAY: ":0" };
  const approving = run(["login"], { env });
  const approved = await newCode(new Set());
  t.is((await decide(approved, "approve")).status, 200);
  const denying = run(["login"], { env: { SPEECH_URL: service.baseUrl, HOME: join(folder, "denied") } });
  const denied = await newCode(new Set([approved]));
  t.is((await decide(denied, "deny")).status, 200);
  const { code, err, out } = await approving;
  t.is(code, 0, err);
  t.regex(
    err,
    new RegExp(
      `^Your browser opens \\S+/account/device\\?code=${approved}\n.* ${approved}, and approve\\. Waiting…\n$`,
    ),
  );
  t.true((await readFile(opened, "utf8")).includes(`/account/device?code=${approved}`));
  t.regex(out, /^Signed in to /);
  t.is((await stat(settingsFile(env))).mode & 0o777, 0o600);
  const keys = await run(["keys", "list"], { env: { HOME: env.HOME } });
  t.regex(keys.out, /speech on .* speech,voices,usage,keys +active/);
  const { key: made } = z.object({ key: z.string() }).parse(JSON.parse(await readFile(settingsFile(env), "utf8")));
  t.is((await run(["logout"], { env: { HOME: env.HOME } })).code, 0);
  t.is((await run(["usage"], { env: { ...account, SPEECH_API_KEY: made } })).code, 3, "its key is revoked");
  const refused = await denying;
  t.is(refused.code, 3);
  t.regex(refused.err, /^Open [^]*denied/);
});

test("scripts complete commands and options in three shells", async (t) => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, out } = await run(["completion", shell]);
    t.is(code, 0);
    for (const word of ["transcribe", "voices", "preview", "--out", "--consent", "--microphone"])
      t.true(out.includes(word), `${shell} ${word}`);
  }
  t.is((await run(["completion", "csh"])).code, 2);
  const { out } = await run(["completion", "bash"]);
  const voices = `speech() { printf 'Harper\\nGerman (female)\\n$(false)\\n'; }`;
  const complete = async (...words: readonly string[]) => {
    const typed = `COMP_WORDS=(speech ${words.join(" ")} ''); COMP_CWORD=${words.length + 1}`;
    const script = `${out}\n${voices}\n${typed}; _speech; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await execFile("bash", ["-c", script])).stdout;
  };
  for (const words of [
    ["say", "Hello", "--voice"],
    ["voices", "preview"],
    ["voices", "delete"],
  ])
    t.is(await complete(...words), "Harper\nGerman\\ \\(female\\)\n\\$\\(false\\)\n", words.join(" "));
  t.regex(await complete("voices"), /^preview$/m);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openApiDocument } from "#src/api/openapi.ts";
import { isDocumented } from "#src/api/openapi/audience.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";
import { secretDigest } from "#src/domain/api-keys/key-format.ts";
import { findApiKeyId } from "#src/domain/api-keys/queries.ts";
import { speech } from "#harness/audio/sounds.ts";
import { signedIn } from "#harness/clients/session.ts";
import { newWebhookSecret } from "#harness/identity/signed-webhook.ts";
import { exitCode } from "#harness/servers/server-process.ts";
import { startPaymentProvider } from "#harness/payments/payment-provider.ts";
import { newPaymentSecret } from "#harness/payments/signed-payment-event.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { startIssuer } from "#test/support/issuer.ts";
import { makeAdmin } from "#test/support/rows.ts";

const roles = ["none", "key", "admin"] as const;
type Role = (typeof roles)[number];

const help = `Usage: npm run fuzz -- [--role none|key|admin] [--seconds 600] [--seed 1]

Runs schemathesis with all its checks on every operation, against a service of its own: without a credential, with an API key, and as a
signed-in admin, or as the role that is named. What counts as no failure is in test/fuzz/hooks.py and test/fuzz/schemathesis.toml.
`;
const missing = `schemathesis is not on PATH. To install it:
  python3 -m venv .cache/fuzz && .cache/fuzz/bin/pip install schemathesis==4.32.5
  PATH="$PWD/.cache/fuzz/bin:$PATH" npm run fuzz
`;
/** A recording of more than three seconds, as the sample of a voice has to be. */
const said = "Please open the window. Thank you very much. The meeting is at nine, and I will be there before you.";
const credits = 1_000_000_000;

/** The credentials of a role as TOML, by the names of the security schemes. */
function authentication(key: string, session: string | null): string {
  const schemes = {
    ...{ apiKey: { api_key: key }, bearer: { bearer: key }, openai: { bearer: key }, elevenlabs: { api_key: key } },
    sarvam: { api_key: key },
    assemblyai: { api_key: key },
    ...{ deepgram: { api_key: `Token ${key}` }, ...(session !== null && { session: { api_key: session } }) },
  };
  const sections = Object.entries(schemes).map(([name, facts]) => {
    const lines = Object.entries(facts).map(([kind, value]) => `${kind} = ${JSON.stringify(value)}`);
    return [`[auth.openapi.${name}]`, ...lines].join("\n");
  });
  return sections.join("\n");
}

interface Credentials {
  readonly toml: string;
  /** The id of the key, which has to go on working. */
  readonly keyId: string;
  readonly origin: string | null;
}

async function credentialsOf(service: RunningService, role: Role): Promise<Credentials> {
  if (role === "none") return { toml: "", keyId: "", origin: null };
  const { resources } = service;
  const { key, userId } = await service.account(credits);
  const keyId = (await findApiKeyId(resources.db, secretDigest(key))) ?? "";
  if (role === "key") return { toml: authentication(key, null), keyId, origin: null };
  await makeAdmin(resources, userId);
  const { cookie, headers } = await signedIn(resources, userId);
  return { toml: authentication(key, cookie.slice(cookie.indexOf("=") + 1)), keyId, origin: headers.origin };
}

interface Run {
  readonly role: Role;
  readonly seconds: number;
  readonly seed: string;
}

/** @returns the exit code of schemathesis */
async function fuzz(service: RunningService, { role, seconds, seed }: Run): Promise<number | null> {
  const { baseUrl, directory, environment } = service;
  const fileOf = (name: string): string => join(directory, name);
  const { toml, keyId, origin } = await credentialsOf(service, role);
  const rules = await readFile(join(import.meta.dirname, "schemathesis.toml"), "utf8");
  const headers = origin === null ? "" : `headers = { Origin = ${JSON.stringify(origin)} }\n`;
  await writeFile(fileOf("schemathesis.toml"), `${headers}${rules}\n${toml}\n`);
  // Both documents as one: a path of the one may have methods in the other.
  const document = openApiDocument(routes.filter(isDocumented), readConfig(environment));
  await writeFile(fileOf("openapi.json"), JSON.stringify(document));
  await writeFile(fileOf("recording.wav"), await speech(said));
  const limits = ["--max-time", `${seconds}`, "--seed", seed];
  const command = ["--config-file", fileOf("schemathesis.toml"), "run", fileOf("openapi.json"), "--url", baseUrl];
  const child = spawn("schemathesis", [...command, ...limits], {
    // It leaves files of its own.
    cwd: directory,
    stdio: "inherit",
    env: {
      ...{ ...process.env, FUZZ_HOOKS: join(import.meta.dirname, "hooks.py"), PYTHONDONTWRITEBYTECODE: "1" },
      ...{ FUZZ_RECORDING: fileOf("recording.wav"), FUZZ_KEY_ID: keyId },
    },
  });
  return exitCode(child);
}

const isInstalled = async (): Promise<boolean> =>
  once(spawn("schemathesis", ["--version"], { stdio: "ignore" }), "exit").then(
    () => true,
    () => false,
  );

/** @returns true where nothing was found */
async function fuzzAs(asked: readonly Role[], { seconds, seed }: Omit<Run, "role">): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  const provider = opened.use(await startPaymentProvider());
  const issuer = opened.use(await startIssuer());
  const secrets = { IDENTITY_WEBHOOK_SECRET: newWebhookSecret(), PAYMENT_WEBHOOK_SECRET: newPaymentSecret() };
  const quotas = { API_KEYS_MAX: "1000000", VOICES_MAX: "1000000" };
  const settings = { ...provider.env, ...issuer.env, ...secrets, ...quotas };
  const processes = ["api", "synthesis", "transcription", "training", "billing"] as const;
  const options = { services: false, signal: new AbortController().signal };
  const service = opened.use(await startRunningService(processes, options, settings));
  const codes: unknown[] = [];
  for (const role of asked) codes.push(await fuzz(service, { role, seconds: Math.ceil(seconds / asked.length), seed }));
  return codes.every((code) => code === 0);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      ...{ help: { type: "boolean", default: false }, role: { type: "string" } },
      ...{ seconds: { type: "string", default: "600" }, seed: { type: "string", default: "1" } },
    } as const,
  });
  const asked = roles.filter((role) => values.role === undefined || role === values.role);
  const seconds = Number(values.seconds);
  if (values.help || asked.length === 0 || !Number.isInteger(seconds)) {
    process.stdout.write(help);
    return values.help ? 0 : 2;
  }
  if (!(await isInstalled())) {
    process.stderr.write(missing);
    return 1;
  }
  return (await fuzzAs(asked, { seconds, seed: values.seed })) ? 0 : 1;
}

process.exitCode = await main();

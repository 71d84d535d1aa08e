import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type Config, readConfig } from "#src/config.ts";
import { providersOf } from "#src/standalone/providers.ts";
import { sandboxProviders } from "#src/standalone/sandbox.ts";

const oidc = {
  OIDC_ISSUER: "https://issuer.example.com",
  OIDC_CLIENT_ID: "client",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_AUDIENCE: "audience",
};
const payments = { PAYMENT_KEY_ID: "rzp_live_1", PAYMENT_KEY_SECRET: "secret" };

async function emptyFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "speech-sandboxes-"));
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

/** The settings that these variables make, with a port whose neighbours no system hands out by itself. */
async function settings(t: ExecutionContext, env: Readonly<Record<string, string>> = {}): Promise<Config> {
  return readConfig({ PORT: String(randomInt(10_000, 30_000)), DATA_DIR: await emptyFolder(t), ...env });
}

test("each provider that is not configured has a sandbox, and no other", async (t) => {
  for (const [env, names] of [
    [{}, ["identity", "payment"]],
    [oidc, ["payment"]],
    [payments, ["identity"]],
    [{ ...oidc, ...payments }, []],
    [{ HOST: "0.0.0.0" }, []],
    [{ PUBLIC_URL: "https://speech.example.com" }, []],
  ] as const) {
    const found = await sandboxProviders(await settings(t, env));
    t.deepEqual(
      found.map(({ name }) => name),
      [...names],
    );
  }
});

test("only the sandbox for identity makes the service a sandbox, whose owner is an admin", async (t) => {
  const [payment] = await sandboxProviders(await settings(t, oidc));
  t.deepEqual(Object.keys(payment?.env ?? {}).toSorted(), [
    "PAYMENT_API_URL",
    "PAYMENT_KEY_ID",
    "PAYMENT_KEY_SECRET",
    "PAYMENT_WEBHOOK_SECRET",
  ]);
});

test("the settings of the sandboxes are a valid configuration, and a secret that was set stays valid", async (t) => {
  const set = "a-secret-that-the-operator-set";
  const config = await settings(t, { PAYMENT_WEBHOOK_SECRET: set });
  const found = await sandboxProviders(config);
  const env = Object.fromEntries(found.flatMap((one) => Object.entries(one.env)));
  const known = readConfig({ PORT: String(config.port), ...env });
  t.true(known.sandbox);
  t.is(known.payments?.apiUrl, `http://localhost:${config.port + 2}`);
  t.regex(known.payments?.keyId ?? "", /^rzp_test_\w{14}$/);
  t.is(known.paymentWebhookSecrets[1], set);
  t.not(known.paymentWebhookSecrets[0], set);
});

test("their ports follow PORT, or come before it where there are no more, and never meet", async (t) => {
  for (const [port, expected] of [
    [20_000, [20_001, 20_002]],
    [65_533, [65_534, 65_535]],
    [65_534, [65_535, 65_532]],
    [65_535, [65_534, 65_533]],
  ] as const) {
    const found = await sandboxProviders(await settings(t, { PORT: String(port) }));
    const addresses = found.map(({ env }) => env["OIDC_ISSUER"] ?? env["PAYMENT_API_URL"]);
    t.deepEqual(
      addresses,
      expected.map((own) => `http://localhost:${own}`),
    );
  }
});

test("a taken port is one sentence that says which and why", async (t) => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  t.teardown(() => taken.close());
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const message = new RegExp(
    `^Port ${port} on 127\\.0\\.0\\.1 cannot be used.* The sandbox that takes payments .*PORT`,
  );
  await t.throwsAsync(sandboxProviders(await settings(t, { ...oidc, PORT: String(port - 2) })), { message });
});

test("the secrets are made once; those that an older release did not have are added", async (t) => {
  const config = await settings(t);
  const file = join(config.dataDir, "sandbox.json");
  const first = await sandboxProviders(config);
  const whole = await readFile(file, "utf8");
  t.is((await stat(file)).mode & 0o777, 0o600);
  t.deepEqual(await sandboxProviders(config), first);
  t.is(await readFile(file, "utf8"), whole);

  const old = { client_secret: "old-client-secret", webhook_secret: `whsec_${"x".repeat(43)}=` };
  await writeFile(file, JSON.stringify(old), { mode: 0o600 });
  const [identity, payment] = await sandboxProviders(config);
  t.like(identity?.env, { OIDC_CLIENT_SECRET: old.client_secret, IDENTITY_WEBHOOK_SECRET: old.webhook_secret });
  t.deepEqual(
    await sandboxProviders(config),
    [identity, payment].flatMap((one) => one ?? []),
  );
  t.is((await stat(file)).mode & 0o777, 0o600);
  t.like(JSON.parse(await readFile(file, "utf8")), old);
});

test("sandbox, configured and missing providers are distinguished", async (t) => {
  const both = await settings(t);
  const found = await sandboxProviders(both);
  t.deepEqual(providersOf(both, found), { signIn: "sandbox", payments: "sandbox" });
  t.deepEqual(providersOf(both, []), { signIn: "none", payments: "none" });
  const neither = await settings(t, { ...oidc, ...payments });
  t.deepEqual(providersOf(neither, []), { signIn: "provider", payments: "provider" });
});

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { banner } from "#src/standalone/banner.ts";
import { operatorCommand } from "#src/standalone/operator-command.ts";
import { busy } from "#src/standalone/self-check.ts";

const run = promisify(execFile);
const project = join(import.meta.dirname, "../..");
const config = {
  publicUrl: "http://localhost:9123",
  dataDir: join(project, ".data"),
  host: "127.0.0.1",
  port: 9123,
  metricsPort: null,
  wyoming: { port: null, host: "127.0.0.1", apiKey: null, apiUrl: "http://127.0.0.1:8080" },
};
const sandbox = { signIn: "sandbox", payments: "none" } as const;
const printed = (more: Partial<Parameters<typeof banner>[0]>): string =>
  banner({ config, providers: sandbox, check: busy, ownerKey: null, ...more });

test("the owner's key is printed when it is made or replaced, and never again", (t) => {
  const key = "sk_0123456789";
  const texts = (["made", "replaced", "kept"] as const).map((state) => printed({ ownerKey: { key, state } }));
  t.deepEqual(
    texts.map((text) => text.split(key).length - 1),
    [1, 1, 0],
  );
  for (const text of texts) t.true(text.includes("export KEY=$(npm --prefix"));
  t.regex(texts[1] ?? "", /The one from before was revoked/);
  t.regex(texts[2] ?? "", /the same as before/);
});

test("every printed address has the port that is in use, and no key is promised without the sandbox", (t) => {
  const text = printed({ ownerKey: { key: "sk_0", state: "made" } });
  t.false(/localhost:8080/.test(text));
  t.true(text.includes('http://localhost:9123/account   choose "Continue as owner"'));
  const without = printed({ providers: { signIn: "provider", payments: "provider" } });
  t.false(/as owner|show-key/.test(without));
  t.regex(
    without,
    /export KEY=\$\(npm --prefix \S+ run -s admin -- create-key --email you@example\.com --name laptop\)/,
  );
});

test("the address for Home Assistant is printed where it is served, and the reason where WYOMING_PORT has no key", (t) => {
  const wyoming = { ...config.wyoming, port: 10_300 };
  const ownerKey = { key: "sk_0", state: "kept" } as const;
  t.false(/Home Assistant/.test(printed({ ownerKey })));
  const served = /Home Assistant +127\.0\.0\.1:10300 \(Wyoming protocol\)\n/;
  t.regex(printed({ ownerKey, config: { ...config, wyoming } }), served);
  t.regex(printed({ config: { ...config, wyoming: { ...wyoming, apiKey: "sk_1" } } }), served);
  t.regex(printed({ config: { ...config, wyoming } }), /Home Assistant +not served: .*WYOMING_API_KEY/);
});

test("the operator's commands run from any folder, with a data folder of any name", async (t) => {
  t.is(operatorCommand(config, "show-key"), `npm --prefix ${project} run -s admin -- show-key`);
  const odd = operatorCommand({ dataDir: "/tmp/it's mine $(exit)" }, "show-key");
  const shown = await run("sh", ["-c", `${odd.replace(/npm .*/, "")} sh -c 'printf %s "$DATA_DIR"'`]);
  t.is(shown.stdout, "/tmp/it's mine $(exit)");
  const { stdout } = await run("sh", ["-c", operatorCommand({ dataDir: "/tmp/none" }, "help")], { cwd: "/" });
  t.regex(stdout, /show-key/);
});

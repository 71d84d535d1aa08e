import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { parse } from "yaml";
import { z } from "zod";
import { readConfig } from "#src/config.ts";
import { readers } from "#src/config/process-environment.ts";
import { isProcessName } from "#src/config/processes.ts";

const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, "..", name), "utf8");

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      build: z.object({ context: z.string(), args: z.record(z.string(), z.string()) }).optional(),
      image: z.string(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()),
      read_only: z.boolean().optional(),
      cap_drop: z.array(z.string()).optional(),
      security_opt: z.array(z.string()).optional(),
      pids_limit: z.number().optional(),
      mem_limit: z.string().optional(),
      cpus: z.union([z.number(), z.string()]).optional(),
      networks: z.array(z.string()).optional(),
      ports: z.array(z.string()).optional(),
      profiles: z.array(z.string()).optional(),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
    }),
  ),
  networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
});

const readCompose = async () => composeFile.parse(parse(await read("docker-compose.yml"), { merge: true }));

/** The services of docker-compose.yml: ours, which run the image that is built here, and the ones they stand on. */
async function composeServices() {
  const { services } = await readCompose();
  const all = Object.entries(services).map(([name, service]) => ({ name, ...service }));
  return {
    ours: all.filter(({ build }) => build !== undefined),
    backing: all.filter(({ build }) => build === undefined),
  };
}

/** The variables that docker-compose.yml fills in, each as it is written there. */
async function interpolations(): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const found = [...(await read("docker-compose.yml")).matchAll(/\$\{(\w+)[^}]*\}/g)];
  return found.map(([text, name = ""]) => ({ name, text }));
}

/** The variables of .env.example, each with the sentence above it and the value it shows. */
async function exampleVariables() {
  const found = [...(await read(".env.example")).matchAll(/(?:^# (.+)\n)?^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  return found.map(([, sentence = "", name = "", value = ""]) => ({ name, sentence, value }));
}

test("every line of the Procfile is a service with the same command, and only the migration is more", async (t) => {
  const lines = [...(await read("Procfile")).matchAll(/^(\w+): (.+)$/gm)];
  const processes = lines.map(([, name = "", command = ""]) => [name, command]);
  const { ours } = await composeServices();
  t.true(processes.length > 0);
  t.deepEqual(
    ours.map(({ name, command = [] }) => [name, command.join(" ")]),
    [...processes, ["migrate", "node src/migrate.ts"]],
  );
});

test("every process waits for the migration, the queue and the object store", async (t) => {
  const { ours } = await composeServices();
  const conditions = (name: string) =>
    Object.fromEntries(
      Object.entries(ours.find((service) => service.name === name)?.depends_on ?? {}).map(([on, { condition }]) => [
        on,
        condition,
      ]),
    );
  t.deepEqual(conditions("migrate"), { "service-role": "service_completed_successfully" });
  for (const { name } of ours.filter((service) => service.name !== "migrate")) {
    t.deepEqual(
      conditions(name),
      {
        migrate: "service_completed_successfully",
        redis: "service_healthy",
        "service-key": "service_completed_successfully",
      },
      name,
    );
  }
});

/** A value of docker-compose.yml with every needed variable filled in and every other one at its default. */
const filledWith = (value: string): string =>
  value.replace(/\$\{\w+:\?[^}]*\}/g, "secret0").replace(/\$\{\w+:-([^}]*)\}/g, "$1");

/** Only `npm start` sets them. */
const ofStandalone = new Set(["SANDBOX", "START_UP_CHECK_SECRET"]);

test("every process of compose is given its own settings and no other, and they are a valid configuration", async (t) => {
  const { ours } = await composeServices();
  for (const { name, environment } of ours) {
    if (!isProcessName(name)) throw new Error(`Unknown process: ${name}.`);
    const own = [...readers].filter(([variable, names]) => names.includes(name) && !ofStandalone.has(variable));
    t.deepEqual(Object.keys(environment).toSorted(), own.map(([variable]) => variable).toSorted(), name);
    const filled = Object.entries(environment).map(([key, value]) => [key, filledWith(value)] as const);
    const config = readConfig(Object.fromEntries(filled), name);
    t.is(config.databaseUrl !== null, name !== "wyoming", name);
    t.is(config.redis !== null, name !== "wyoming", name);
    t.is(config.s3 !== null, name !== "migrate" && name !== "wyoming", name);
  }
});

test("every process of the Procfiles has its settings in the table", async (t) => {
  const lines = [...(await read("Procfile")).split("\n"), ...(await read("Procfile.dev")).split("\n")];
  for (const name of lines.flatMap((line) => /^(\w+): /.exec(line)?.[1] ?? [])) t.true(isProcessName(name), name);
});

test("a process needs no setting that it does not read, and passes over those that it finds", (t) => {
  const issuer = { OIDC_ISSUER: "https://issuer.example.com" };
  t.throws(() => readConfig(issuer, "api"), { message: /OIDC_CLIENT_SECRET/ });
  const billing = readConfig(issuer, "billing");
  t.is(billing.oidcIssuer, issuer.OIDC_ISSUER);
  t.is(billing.oidc, null);
  const wrong = { PAYMENT_WEBHOOK_SECRET: "short", OIDC_ISSUER: "no address", PAYMENT_KEY_ID: "without a secret" };
  t.notThrows(() => readConfig(wrong, "synthesis"));
  t.is(readConfig({ PAYMENT_KEY_ID: "key", PAYMENT_KEY_SECRET: "secret" }, "transcription").payments, null);
  t.is(readConfig({ PAYMENT_KEY_ID: "key", PAYMENT_KEY_SECRET: "secret" }, "maintenance").payments?.keyId, "key");
});

/** The ports that can be reached from outside, each on loopback only. */
const published: Readonly<Record<string, readonly string[]>> = {
  api: ["127.0.0.1:8080:8080"],
  wyoming: ["127.0.0.1:10300:10300"],
};

test("every container has the rights it needs and no other, and only the API and its caller can be reached", async (t) => {
  const { services, networks } = await readCompose();
  t.deepEqual(networks, { inside: { internal: true }, outside: null });
  for (const [name, service] of Object.entries(services)) {
    t.true(service.read_only, name);
    t.deepEqual(service.cap_drop, ["ALL"], name);
    t.deepEqual(service.security_opt, ["no-new-privileges:true"], name);
    for (const limit of [service.pids_limit, service.mem_limit, service.cpus]) t.truthy(limit, name);
    const isOutside = name === "maintenance" || name in published;
    t.deepEqual(service.networks, isOutside ? ["inside", "outside"] : ["inside"], name);
    t.deepEqual(service.ports, published[name], name);
    t.deepEqual(service.profiles, name === "wyoming" ? ["wyoming"] : undefined, name);
  }
  t.is(
    readConfig({ TRUSTED_PROXY_HOPS: filledWith(services["api"]?.environment["TRUSTED_PROXY_HOPS"] ?? "") })
      .trustedProxyHops,
    1,
  );
});

test("the container that speaks may hold Kokoro twice over, as the choice of its larger model needs", async (t) => {
  const { services } = await readCompose();
  const limits = Object.entries(services).map(([name, { mem_limit: limit = "" }]) => [name, filledWith(limit)]);
  t.like(Object.fromEntries(limits), { synthesis: "2500m", transcription: "2g", training: "3g" });
});

test("no process of the service learns the passwords of the administrators", async (t) => {
  const { ours } = await composeServices();
  for (const { name, environment } of ours)
    t.notRegex(Object.values(environment).join(), /ADMIN_(?:USER|PASSWORD)/, name);
});

test("every variable of the configuration and of compose is explained in .env.example, and no other", async (t) => {
  const examples = await exampleVariables();
  const names = (await interpolations()).map(({ name }) => name);
  const known = new Set([...readers.keys(), ...names]);
  t.deepEqual(examples.map(({ name }) => name).toSorted(), [...known].toSorted());
  for (const { name, sentence } of examples) t.regex(sentence, /^[A-Z].*\.$/, name);
});

test("the defaults that .env.example shows are the defaults", async (t) => {
  const variables = (await exampleVariables()).map(({ name, value }) => [name, value] as const);
  const shown = variables.filter(([, value]) => value !== "");
  t.true(shown.length > 10);
  t.deepEqual(readConfig(Object.fromEntries(shown)), readConfig({}));
});

test("a lease that a late heartbeat would cost its run is refused at the start", (t) => {
  t.throws(() => readConfig({ HEARTBEAT_MS: "60000" }), { message: /^LEASE_EXPIRES_MS must be three times/ });
  t.notThrows(() => readConfig({ HEARTBEAT_MS: "60000", LEASE_EXPIRES_MS: "180000" }));
  t.throws(() => readConfig({ AUDIO_RETENTION_DAYS: "36501" }), { message: /^AUDIO_RETENTION_DAYS: / });
});

test("no secret has a value of its own: compose refuses to start without each", async (t) => {
  const found = await interpolations();
  t.true(found.length > 0);
  for (const { text } of found) t.regex(text, /^\$\{\w+:(?:\?[^}]+|-\w*)\}$/);
  const values = new Map((await exampleVariables()).map(({ name, value }) => [name, value]));
  for (const { name } of found.filter(({ text }) => text.includes(":?"))) t.is(values.get(name), "", name);
  const { ours, backing } = await composeServices();
  for (const { name, environment } of [...ours, ...backing]) {
    for (const [variable, value] of Object.entries(environment)) {
      if (/PASSWORD|SECRET|KEY|AUTH|_URL$/.test(variable))
        t.regex(value, /\$\{\w+:\?|^\$\{\w+:-\}$|^http:\/\/(?:object-store|api):/, `${name} ${variable}`);
    }
  }
});

test("images are pinned, and Node in the image is the Node of the lockfile", async (t) => {
  const { backing } = await composeServices();
  for (const { image } of backing) t.regex(image, /:(\d+\.\d+|RELEASE\.\d{4})/, image);
  const { devDependencies } = z
    .object({ devDependencies: z.object({ node: z.string() }) })
    .parse(JSON.parse(await read("package.json")));
  const image = `FROM node:${devDependencies.node}-bookworm-slim`;
  t.deepEqual((await read("Dockerfile")).match(/^FROM .+$/gm), [`${image} AS web`, `${image} AS models`, image]);
});

test("the image has its models where compose says they are", async (t) => {
  const { ours } = await composeServices();
  const dockerfile = await read("Dockerfile");
  const modelsDir = [...dockerfile.matchAll(/^ENV MODELS_DIR=(\S+)$/gm)].at(-1)?.[1];
  t.truthy(modelsDir);
  t.true(dockerfile.includes(`COPY --from=models /models ${modelsDir}\n`));
  t.is(ours.find(({ name }) => name === "transcription")?.environment["MODELS_DIR"], modelsDir);
});

test("the image brings the same engines as bin/setup", async (t) => {
  const wanted = /find_missing_on_linux\(\) \{\n(.*?)\n\s*if \[ "\$for_tests/s.exec(await read("bin/setup"))?.[1] ?? "";
  const engines = [...wanted.matchAll(/\bneed ([\w-]+)/g)].map(([, name]) => name);
  const installed = /^RUN apt-get update \\\n && apt-get install --yes --no-install-recommends (.+?) \\$/m.exec(
    await read("Dockerfile"),
  )?.[1];
  t.true(engines.length > 0);
  // util-linux is part of every Debian.
  t.deepEqual(
    installed?.split(" "),
    engines.filter((name) => name !== "util-linux"),
  );
});

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
});

test("the lockfile holds the packages of every platform, without which npm ci refuses it", async (t) => {
  const { packages } = lockfile.parse(JSON.parse(await read("package-lock.json")));
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  t.true(optional.length > 0);
  t.deepEqual(
    optional.filter((name) => !locked.has(name)),
    [],
  );
});

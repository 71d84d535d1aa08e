import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { readConfig } from "#src/config.ts";
import { readers } from "#src/config/process-environment.ts";
import { isProcessName, service } from "#src/config/processes.ts";
import { queueNames } from "#src/jobs/contract.ts";
import { chart, runHelm } from "#tools/chart/helm.ts";
import { chartProcesses, chartSettings, isSecret } from "#tools/chart/processes.ts";
import { type Manifest, manifestsIn, problemsOf } from "#test/support/kubernetes-schemas.ts";

const read = (path: string): Promise<string> => readFile(join(import.meta.dirname, "..", path), "utf8");

/** The least that an installation has to give. */
const least = {
  image: { repository: "registry.example.com/speech-service" },
  existingSecret: "speech-service",
  settings: { PUBLIC_URL: "https://speech.example.com", S3_ENDPOINT: "https://s3.example.com" },
};

const scaled = { autoscaling: { enabled: true } };
const switched = { enabled: true, labels: { release: "prometheus" } };

/** Everything that is off by default. */
const whole = {
  ...least,
  image: { ...least.image, digest: `sha256:${"0".repeat(64)}`, pullSecrets: [{ name: "registry" }] },
  processes: {
    api: { ...scaled, podAnnotations: { owner: "speech" }, extraEgress: [{ ports: [{ port: 8443 }] }] },
    synthesis: { ...scaled, nodeSelector: { disk: "ssd" }, tolerations: [{ key: "speech", operator: "Exists" }] },
    transcription: { ...scaled, outside: true, affinity: { nodeAffinity: {} } },
    training: scaled,
    billing: scaled,
    live: scaled,
    wyoming: { enabled: true },
  },
  models: { image: "registry.example.com/speech-models:1" },
  ingress: { enabled: true, className: "nginx", hosts: ["speech.example.com"], tlsSecret: "speech-tls" },
  monitoring: { serviceMonitor: switched, alerts: switched, dashboards: switched },
  networkPolicy: { extraEgress: [{ ports: [{ port: 4318 }] }] },
  podLabels: { team: "speech" },
  extraEnv: [{ name: "NODE_EXTRA_CA_CERTS", value: "/certificates/ca.crt" }],
  extraVolumes: [{ name: "certificates", secret: { secretName: "certificates" } }],
  extraVolumeMounts: [{ name: "certificates", mountPath: "/certificates", readOnly: true }],
};

/** Runs Helm on the chart with values. */
async function helm(t: ExecutionContext, command: readonly string[], values: unknown) {
  const directory = await mkdtemp(join(tmpdir(), "speech-service-chart-"));
  t.teardown(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, "values.yaml"), stringify(values));
  const run = await runHelm(...command, chart, "--values", join(directory, "values.yaml"));
  if (run === null) throw new Error("Helm is gone.");
  return run;
}

async function rendered(t: ExecutionContext, values: unknown): Promise<readonly Manifest[]> {
  const { succeeded, output, messages } = await helm(t, ["template", "speech-service"], values);
  if (!succeeded) throw new Error(messages);
  return manifestsIn(output);
}

const pods = z.object({
  template: z.object({
    spec: z.object({
      terminationGracePeriodSeconds: z.number().optional(),
      automountServiceAccountToken: z.literal(false),
      securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.int().positive() }),
      containers: z.tuple([
        z.looseObject({
          command: z.array(z.string()),
          env: z.array(
            z.object({
              name: z.string(),
              value: z.string().optional(),
              valueFrom: z
                .looseObject({ secretKeyRef: z.looseObject({ name: z.string(), key: z.string() }) })
                .optional(),
            }),
          ),
          securityContext: z.strictObject({
            allowPrivilegeEscalation: z.literal(false),
            readOnlyRootFilesystem: z.literal(true),
            capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
          }),
          resources: z.looseObject({ limits: z.looseObject({ memory: z.string() }) }),
        }),
      ]),
      volumes: z.array(z.looseObject({ emptyDir: z.looseObject({ sizeLimit: z.string() }).optional() })),
    }),
  }),
});

/** The pods of every process, by its name. */
function podsIn(manifests: readonly Manifest[]) {
  const workloads = manifests.filter(({ kind }) => kind === "Deployment" || kind === "Job");
  return workloads.map(({ metadata, spec }) => {
    const { spec: pod } = pods.parse(spec).template;
    return { name: metadata.name.replace(/^speech-service-/, ""), pod, container: pod.containers[0] };
  });
}

const secretValues: Readonly<Record<string, string>> = {
  DATABASE_URL: "postgres://speech@db/speech",
  DATABASE_DIRECT_URL: "postgres://speech@direct/speech",
  DATABASE_REPLICA_URL: "postgres://speech@standby/speech",
  IDENTITY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString("base64")}`,
  REDIS_URL: "redis://redis",
  OTEL_EXPORTER_OTLP_HEADERS: "key=0123456789abcdef",
  REMOTE_ASR_SERVERS: "[]",
};

/** A value that a key of the Secret may have. */
const secretValue = (env: string): string => secretValues[env] ?? "0123456789abcdef0123456789abcdef";

const installed = (await runHelm("version")) !== null;
if (!installed) {
  test.skip("the Helm chart: not rendered, because there is no helm here (bin/setup --test builds it where Go is)", () =>
    undefined);
}
const withHelm = installed ? test : test.skip;

withHelm("the chart passes helm lint, with the least of values and with everything on", async (t) => {
  for (const values of [least, whole]) {
    const { succeeded, output } = await helm(t, ["lint", "--strict"], values);
    t.true(succeeded, output);
  }
});

withHelm(
  "every manifest fits the schema of its kind and has no other field, that of the Kustomize base, too",
  async (t) => {
    const base = manifestsIn(await read("deploy/kustomize/base/speech-service.yaml"));
    const all = [...(await rendered(t, least)), ...(await rendered(t, whole)), ...base];
    t.deepEqual((await Promise.all(all.map(problemsOf))).flat(), []);
    const kinds = new Set(all.map(({ kind }) => kind));
    for (const kind of [
      "ScaledObject",
      "TriggerAuthentication",
      "ServiceMonitor",
      "PrometheusRule",
      "Ingress",
      "Job",
    ]) {
      t.true(kinds.has(kind), kind);
    }
    const [deployment] = all.filter(({ kind }) => kind === "Deployment");
    t.deepEqual(
      await problemsOf({ ...deployment, kind: "Deployment", apiVersion: "apps/v1", metadata: { name: "a" }, spek: 1 }),
      ["Deployment a: /spek is no field of it"],
    );
  },
);

withHelm("what has no default is demanded, all of it at once", async (t) => {
  const { succeeded, messages } = await helm(t, ["template", "speech-service"], {});
  t.false(succeeded);
  for (const name of ["image.repository", "existingSecret", "settings.PUBLIC_URL", "settings.S3_ENDPOINT"]) {
    t.true(messages.includes(`\n  - ${name}: `), messages);
  }
});

interface GivenValues {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

const refused: readonly (readonly [string, GivenValues, RegExp])[] = [
  ["a setting that does not exist", { settings: { NO_SUCH: 1 } }, /'NO_SUCH' not allowed/],
  ["a setting out of its range", { settings: { CALLS_PER_MINUTE: 0 } }, /CALLS_PER_MINUTE': minimum/],
  ["a word that a setting does not know", { settings: { LOG_LEVEL: "loud" } }, /LOG_LEVEL': value must be one of/],
  ["a secret among the settings", { settings: { SMTP_PASSWORD: "secret" } }, /'SMTP_PASSWORD' not allowed/],
  [
    "a setting of another process",
    { processes: { synthesis: { settings: { CALLS_PER_MINUTE: 5 } } } },
    /'CALLS_PER_MINUTE' not allowed/,
  ],
  ["a number in words", { processes: { api: { replicas: "two" } } }, /replicas': got string, want integer/],
  ["a misspelt value", { image: { ...least.image, tga: "1" } }, /'tga' not allowed/],
  [
    "a range whose end is before its beginning",
    { processes: { api: { autoscaling: { enabled: true, minReplicas: 20 } } } },
    /processes\.api\.autoscaling: minReplicas is above maxReplicas/,
  ],
  ["an ingress without a name", { ingress: { enabled: true } }, /ingress\.hosts/],
];

withHelm("a wrong value is refused before anything is installed, with its name", async (t) => {
  for (const [what, values, message] of refused) {
    const merged = { ...least, ...values, settings: { ...least.settings, ...values.settings } };
    const { succeeded, messages } = await helm(t, ["template", "speech-service"], merged);
    t.false(succeeded, what);
    t.regex(messages, message, what);
  }
});

withHelm(
  "every process has its command, its own settings and keys and no other, and they are a valid configuration",
  async (t) => {
    const found = podsIn(await rendered(t, whole));
    t.deepEqual(found.map(({ name }) => name).toSorted(), [...chartProcesses.keys()].toSorted());
    for (const { name, pod, container } of found) {
      if (!isProcessName(name)) throw new Error(`Unknown process: ${name}.`);
      t.deepEqual(container.command, chartProcesses.get(name)?.command, name);
      const env = container.env.filter((one) => one.name !== "NODE_EXTRA_CA_CERTS");
      for (const one of env) {
        t.true(readers.get(one.name)?.includes(name), `${name} ${one.name}`);
        t.is(one.valueFrom !== undefined, isSecret(one.name), one.name);
      }
      const config = readConfig(
        Object.fromEntries(env.map((one) => [one.name, one.value ?? secretValue(one.name)])),
        name,
      );
      t.is(config.databaseUrl !== null, name !== "wyoming", name);
      t.is(config.s3 !== null, service.includes(name), name);
      if (name === "migrate") continue;
      const endMs = config.drainMs + config.shutdownTimeoutMs;
      t.is(pod.terminationGracePeriodSeconds, endMs / 1000 + 10, name);
    }
  },
);

/** A default of .env.example as a value of the chart. */
function valueOf(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^[\d.]+$/.test(text) ? Number(text) : text;
}

withHelm("every setting may be given at its default, and reaches the processes that read it", async (t) => {
  const shown = [...(await read(".env.example")).matchAll(/^#?([A-Z][A-Z0-9_]*)=(.+)$/gm)]
    .map(([, env = "", text = ""]) => [env, valueOf(text)] as const)
    .filter(([env]) => chartSettings.includes(env));
  t.true(shown.length > 80);
  const settings: Readonly<Record<string, string | number | boolean>> = {
    ...Object.fromEntries(shown),
    ...least.settings,
  };
  for (const { name, container } of podsIn(await rendered(t, { ...whole, settings }))) {
    const given = new Map(container.env.map((one) => [one.name, one.value]));
    for (const [env, value] of Object.entries(settings)) {
      const isRead = readers.get(env)?.some((reader) => reader === name) === true;
      if (env === "DRAIN_SECONDS" && name === "live") t.is(given.get(env), "600");
      else t.is(given.get(env), isRead ? String(value) : undefined, `${name} ${env}`);
    }
  }
});

withHelm("with a role of its own no pod asks for keys of the bucket", async (t) => {
  const values = { ...least, settings: { ...least.settings, S3_CREDENTIALS: "role" } };
  for (const { name, container } of podsIn(await rendered(t, values))) {
    const given = container.env.map((one) => one.name);
    t.false(
      given.some((env) => env === "S3_ACCESS_KEY" || env === "S3_SECRET_KEY"),
      name,
    );
    t.is(given.includes("S3_CREDENTIALS"), given.includes("S3_ENDPOINT"), name);
  }
});

test("every setting that no value gives is a secret, follows from the manifests or is for npm start alone", (t) => {
  t.deepEqual([...readers.keys()].filter(isSecret).toSorted(), [
    ...["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL", "DATABASE_URL", "IDENTITY_WEBHOOK_SECRET", "LIVE_SECRET"],
    ...[
      "OIDC_CLIENT_SECRET",
      "OTEL_EXPORTER_OTLP_HEADERS",
      "PAYMENT_KEY_SECRET",
      "PAYMENT_WEBHOOK_SECRET",
      "REDIS_SENTINEL_PASSWORD",
      "REDIS_URL",
    ],
    ...["REMOTE_ASR_KEY", "REMOTE_ASR_SERVERS", "REMOTE_TTS_KEY"],
    ...["S3_ACCESS_KEY", "S3_SECRET_KEY", "SECRETS_KEY", "SMTP_PASSWORD", "START_UP_CHECK_SECRET"],
    ...["TEXT_MODEL_KEY", "WYOMING_API_KEY"],
  ]);
  const others = [...readers.keys()].filter((env) => !chartSettings.includes(env) && !isSecret(env));
  t.deepEqual(others.toSorted(), [
    ...["DATA_DIR", "HOST", "LIVE_HOST", "LIVE_PORT", "LOG_FILES", "LOG_MAX_BYTES", "METRICS_PORT", "MODELS_DIR"],
    ...["PORT", "SANDBOX", "WYOMING_API_URL", "WYOMING_HOST", "WYOMING_PORT"],
  ]);
});

test("the chart has the version of the service", async (t) => {
  const versions = z.object({ version: z.string(), appVersion: z.string() });
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await read("package.json")));
  t.like(versions.parse(parse(await read("deploy/helm/speech-service/Chart.yaml"))), { version, appVersion: version });
});

const policy = z.object({
  ingress: z
    .array(z.object({ ports: z.array(z.object({ port: z.number() })), from: z.array(z.unknown()).optional() }))
    .optional(),
  egress: z.array(z.object({ ports: z.array(z.object({ port: z.number() })), to: z.array(z.unknown()).optional() })),
  policyTypes: z.tuple([z.literal("Ingress"), z.literal("Egress")]),
});

withHelm("each process reaches what it needs, and only the API reaches live transcription", async (t) => {
  const policies = (await rendered(t, least)).filter(({ kind }) => kind === "NetworkPolicy");
  const of = (name: string) =>
    policy.parse(policies.find(({ metadata }) => metadata.name === `speech-service-${name}`)?.spec);
  const ports = (rules: z.output<typeof policy>["egress"] | undefined) =>
    (rules ?? []).flatMap((rule) => rule.ports.map(({ port }) => port));
  for (const name of ["synthesis", "transcription", "training", "billing", "live"]) {
    t.deepEqual(ports(of(name).egress), [53, 53, 5432, 6379, 443], name);
  }
  t.deepEqual(ports(of("migrate").egress), [53, 53, 5432, 6379]);
  t.is(of("migrate").ingress, undefined);
  t.deepEqual(ports(of("api").egress), [53, 53, 5432, 6379, 443, 9465, 443, 8443, 587]);
  t.deepEqual(ports(of("live").ingress), [9464, 9465]);
  t.regex(JSON.stringify(of("live").ingress?.[1]?.from), /^\[\{"podSelector":.*"app.kubernetes.io\/component":"api"/);
  t.deepEqual(ports(of("synthesis").ingress), [9464]);
});

withHelm("the workers of every queue are scaled by what the view says of it", async (t) => {
  const objects = (await rendered(t, whole)).filter(({ kind }) => kind === "ScaledObject");
  const queries = [...JSON.stringify(objects).matchAll(/"query":"([^"]+)"/g)].map(([, query = ""]) => query);
  t.deepEqual(
    queries.toSorted(),
    queueNames.map((queue) => `select waiting + running from scaling_queues where queue = '${queue}'`).toSorted(),
  );
});

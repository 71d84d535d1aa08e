import { z } from "zod";
import { subjects } from "#src/config/schema.ts";
import { settingsIn } from "#src/config/setting.ts";
import type { ProcessName } from "#src/config/processes.ts";
import { chartProcesses, chartSettings } from "./processes.ts";

/** A part of a manifest that the chart passes on; the cluster checks it. */
const passedOn = z.record(z.string(), z.unknown());
const listPassedOn = z.array(passedOn);
const labels = z.record(z.string(), z.string());
/** An amount as Kubernetes writes it, such as 500Mi. */
const quantity = z.string().regex(/^[0-9]+(\.[0-9]+)?(m|k|Ki|M|Mi|G|Gi|T|Ti)?$/);
const port = z.int().min(1).max(65_535);
const replicas = z.int().min(0).max(10_000);

const destination = z.strictObject({ to: listPassedOn, ports: z.array(port).min(1) });
const switched = z.strictObject({ enabled: z.boolean(), labels });

/** Says of a setting what its type says, in the words that Helm's validator knows. */
function schemaOfSetting(type: z.core.$ZodType, description: string): Readonly<Record<string, unknown>> {
  const { anyOf, ...plain } = z.toJSONSchema(type, { io: "input", unrepresentable: "any", target: "draft-7" });
  const [given = plain] = anyOf ?? [];
  if (given.enum?.includes("true") === true) return { description, type: "boolean" };
  const { minimum, maximum = Number.MAX_SAFE_INTEGER, minLength, maxLength, pattern, enum: words } = given;
  return {
    description,
    type: Array.isArray(given.type) ? given.type.find((name) => name !== "null") : given.type,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum < Number.MAX_SAFE_INTEGER ? { maximum } : {}),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    // Helm's regular expressions have no \u.
    ...(pattern === undefined || pattern.includes("\\u") ? {} : { pattern }),
    ...(words === undefined ? {} : { enum: words }),
  };
}

const definitions: Readonly<Record<string, unknown>> = Object.fromEntries(
  settingsIn(subjects)
    .filter(({ env }) => chartSettings.includes(env))
    .map(({ env, schema, description }) => [env, schemaOfSetting(schema, description)]),
);

const settings = (names: readonly string[]) =>
  z.unknown().meta({
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(names.map((env) => [env, { $ref: `#/definitions/${env}` }])),
  });

const range = { enabled: z.boolean(), minReplicas: replicas, maxReplicas: replicas.min(1) };
const byProcessor = z.strictObject({ ...range, targetCPUUtilizationPercentage: z.int().min(1).max(1_000) });
const byQueue = z.strictObject({ ...range, jobsPerReplica: z.number().positive() });

const podOf = (name: ProcessName) => ({
  settings: settings(chartProcesses.get(name)?.settings ?? []),
  resources: passedOn,
  podAnnotations: labels,
  nodeSelector: labels,
  tolerations: listPassedOn,
  affinity: passedOn,
  outside: z.boolean(),
  extraEgress: listPassedOn,
});

const processOf = (name: ProcessName) => ({
  ...podOf(name),
  enabled: z.boolean(),
  replicas,
  dataSize: quantity,
  disruptionBudget: passedOn,
});

const queueWorker = (name: ProcessName) => z.strictObject({ ...processOf(name), autoscaling: byQueue });

const values = z.strictObject({
  nameOverride: z.string(),
  fullnameOverride: z.string(),
  global: passedOn.optional(),
  image: z.strictObject({
    repository: z.string(),
    tag: z.string(),
    digest: z.union([z.literal(""), z.string().regex(/^sha256:[0-9a-f]{64}$/)]),
    pullPolicy: z.enum(["Always", "IfNotPresent", "Never"]),
    pullSecrets: listPassedOn,
  }),
  existingSecret: z.string(),
  settings: settings(chartSettings),
  processes: z.strictObject({
    api: z.strictObject({ ...processOf("api"), autoscaling: byProcessor }),
    synthesis: queueWorker("synthesis"),
    transcription: queueWorker("transcription"),
    training: queueWorker("training"),
    billing: queueWorker("billing"),
    maintenance: z.strictObject(processOf("maintenance")),
    live: z.strictObject({ ...processOf("live"), autoscaling: byProcessor }),
    wyoming: z.strictObject(processOf("wyoming")),
  }),
  migrate: z.strictObject({
    ...podOf("migrate"),
    enabled: z.boolean(),
    backoffLimit: z.int().min(0),
    activeDeadlineSeconds: z.int().min(1),
  }),
  models: z.strictObject({ image: z.string(), existingClaim: z.string(), size: quantity }),
  keda: z.strictObject({
    existingSecret: z.string(),
    key: z.string().min(1),
    pollingInterval: z.int().min(1),
    cooldownPeriod: z.int().min(0),
  }),
  service: z.strictObject({
    type: z.enum(["ClusterIP", "NodePort", "LoadBalancer"]),
    port,
    annotations: labels,
  }),
  ingress: z.strictObject({
    enabled: z.boolean(),
    className: z.string(),
    annotations: labels,
    hosts: z.array(z.string().min(1)),
    tlsSecret: z.string(),
  }),
  networkPolicy: z.strictObject({
    enabled: z.boolean(),
    apiFrom: listPassedOn,
    wyomingFrom: listPassedOn,
    metricsFrom: listPassedOn,
    dns: listPassedOn,
    postgres: destination,
    redis: destination,
    s3: destination,
    extraEgress: listPassedOn,
    outside: z.strictObject({ ports: z.array(port).min(1), except: z.array(z.string().min(1)) }),
  }),
  monitoring: z.strictObject({
    serviceMonitor: switched.extend({ interval: z.string().regex(/^[0-9]+(ms|s|m)$/) }),
    alerts: switched,
    dashboards: switched,
  }),
  serviceAccount: z.strictObject({ create: z.boolean(), name: z.string(), annotations: labels }),
  podLabels: labels,
  extraEnv: listPassedOn,
  extraVolumes: listPassedOn,
  extraVolumeMounts: listPassedOn,
});

/** The text of `values.schema.json`, by which Helm checks the values of an installation. */
export const valuesSchema = (): string =>
  `${JSON.stringify({ ...z.toJSONSchema(values, { target: "draft-7" }), definitions }, null, 2)}\n`;

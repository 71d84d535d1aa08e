import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseAllDocuments } from "yaml";
import { z } from "zod";

const packages = join(import.meta.dirname, "../../node_modules");

/** The validators of each kind of manifest: the package, and what their files begin with. */
const validators: Readonly<Record<string, readonly [string, string]>> = {
  v1: ["kubernetes-models", "IoK8sApiCoreV1"],
  "apps/v1": ["kubernetes-models", "IoK8sApiAppsV1"],
  "autoscaling/v2": ["kubernetes-models", "IoK8sApiAutoscalingV2"],
  "batch/v1": ["kubernetes-models", "IoK8sApiBatchV1"],
  "networking.k8s.io/v1": ["kubernetes-models", "IoK8sApiNetworkingV1"],
  "policy/v1": ["kubernetes-models", "IoK8sApiPolicyV1"],
  "keda.sh/v1alpha1": ["@kubernetes-models/keda", "ComGithubKedacoreKedaV2ApisKedaV1alpha1"],
  "monitoring.coreos.com/v1": [
    "@kubernetes-models/prometheus-operator",
    "ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoringV1",
  ],
};

interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly params: unknown }[] | null;
}

const validatorModule = z.object({
  validate: z.custom<Validator>((value) => typeof value === "function"),
});

/** The fields that every manifest has. */
const identified = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});

export type Manifest = z.output<typeof identified>;

/** The manifests in a text of YAML. */
export const manifestsIn = (text: string): readonly Manifest[] =>
  parseAllDocuments(text).flatMap((document): readonly Manifest[] => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    const value: unknown = document.toJS();
    return value === null ? [] : [identified.parse(value)];
  });

/** Hands out the same value, and notes which of its fields are read: a validator reads those that its schema knows. */
function watchReads(value: unknown, path: string, unread: (() => readonly string[])[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const read = new Set<string | symbol>();
  const parts = new Map<string | symbol, unknown>();
  unread.push(() =>
    Object.keys(value)
      .filter((key) => !read.has(key))
      .map((key) => `${path}/${key}`),
  );
  return new Proxy(value, {
    get: (target, key) => {
      read.add(key);
      const part: unknown = Reflect.get(target, key);
      if (!parts.has(key)) parts.set(key, watchReads(part, `${path}/${String(key)}`, unread));
      return parts.get(key);
    },
  });
}

/** Lists the mistakes of a manifest by the schema of its kind, unknown fields among them. */
export async function problemsOf(manifest: Manifest): Promise<readonly string[]> {
  const { apiVersion, kind, metadata } = manifest;
  const [name, prefix] = validators[apiVersion] ?? [];
  if (name === undefined) return [`${kind} ${metadata.name}: no schema of ${apiVersion} is known`];
  const loaded: unknown = await import(pathToFileURL(join(packages, name, "_schemas", `${prefix}${kind}.js`)).href);
  const { validate } = validatorModule.parse(loaded);
  const unread: (() => readonly string[])[] = [];
  const isValid = validate(watchReads(manifest, "", unread));
  const wrong = isValid ? [] : (validate.errors ?? []).map((error) => JSON.stringify(error));
  const unknown = unread.flatMap((list) => list()).map((path) => `${path} is no field of it`);
  return [...wrong, ...unknown].map((problem) => `${kind} ${metadata.name}: ${problem}`);
}

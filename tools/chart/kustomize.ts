import { join } from "node:path";
import { parseAllDocuments, stringify } from "yaml";
import { z } from "zod";
import { chart, runHelm } from "./helm.ts";

const texts = z.record(z.string(), z.string());
const metadata = z.looseObject({ labels: texts, annotations: texts.optional() });
const podTemplate = z.looseObject({ template: z.looseObject({ metadata }) });
const manifest = z.looseObject({ metadata, spec: z.unknown().optional() });

const isOfHelm = (key: string): boolean => key.startsWith("helm.sh/") || key === "app.kubernetes.io/managed-by";

const withoutHelm = (pairs: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(pairs).filter(([key]) => !isOfHelm(key)));

/** The same without what only Helm reads. */
function plain({ labels, annotations = {}, ...rest }: z.output<typeof metadata>): Readonly<Record<string, unknown>> {
  const kept = withoutHelm(annotations);
  return { ...rest, labels: withoutHelm(labels), ...(Object.keys(kept).length > 0 ? { annotations: kept } : {}) };
}

/** The same for a specification that has pods. */
function plainSpec(spec: unknown): unknown {
  const pods = podTemplate.safeParse(spec);
  if (!pods.success) return spec;
  const { template, ...rest } = pods.data;
  return { ...rest, template: { ...template, metadata: plain(template.metadata) } };
}

function plainManifest(document: unknown): Readonly<Record<string, unknown>> {
  const { metadata: own, spec, ...rest } = manifest.parse(document);
  return { ...rest, metadata: plain(own), ...(spec === undefined ? {} : { spec: plainSpec(spec) }) };
}

const head =
  "# Written by `npm run generate` where Helm is installed; change deploy/helm/ and deploy/kustomize/values.yaml instead.\n";

/** The manifests of the Kustomize base: those of the chart. Without Helm, those that are there. */
export async function kustomizeBase(present: string): Promise<string> {
  const values = join(chart, "../../kustomize/values.yaml");
  const rendered = await runHelm("template", "speech-service", chart, "--values", values);
  if (rendered === null) return present;
  if (!rendered.succeeded) throw new Error(rendered.messages);
  const manifests = parseAllDocuments(rendered.output).map((document) => plainManifest(document.toJS()));
  // Kubernetes reads words such as `on` as YAML 1.1 does.
  return head + manifests.map((one) => stringify(one, { version: "1.1", lineWidth: 0 })).join("---\n");
}

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "minio";
import { z } from "zod";
import type { Config } from "#src/config.ts";
import type { Resources } from "#src/platform/resources.ts";

/** A service with its database and its settings. */
interface Examined {
  readonly resources: Pick<Resources, "db" | "config">;
}

/** The things that requests can leave in a service. */
export interface Leftovers {
  /** Subjects of work that is not done. */
  readonly jobs: readonly string[];
  /** Speech requests that have not ended. */
  readonly openRequests: readonly string[];
  /** Paths below the temporary folders of the processes. */
  readonly temporaryFiles: readonly string[];
  /** Keys of uploads that are not needed any more: of requests that failed, or that have no row at all. */
  readonly orphans: readonly string[];
}

export const nothing: Leftovers = { jobs: [], openRequests: [], temporaryFiles: [], orphans: [] };

/** Looks at the database, the temporary folders and the object store. */
export async function findLeftovers(service: Examined): Promise<Leftovers> {
  const { db, config } = service.resources;
  const jobs = await db.selectFrom("jobs").select("subject_id").execute();
  const open = await db.selectFrom("speech_requests").select("id").where("finished_at", "is", null).execute();
  return {
    jobs: jobs.map((row) => row.subject_id),
    openRequests: open.map((row) => row.id),
    temporaryFiles: await temporaryFilesOf(config),
    orphans: await orphansOf(service),
  };
}

/** A busy machine takes its time. */
const patienceMs = 30_000;

/** Waits, for at most `withinMs`, until nothing is left. @returns what is left then */
export async function leftoversAfter(service: Examined, withinMs = patienceMs): Promise<Leftovers> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const left = await findLeftovers(service);
    const clean = [left.jobs, left.openRequests, left.temporaryFiles, left.orphans].every((some) => some.length === 0);
    if (clean || performance.now() > deadline) return left;
    await delay(50);
  }
}

/** Paths below the temporary folders of the processes that share a data folder. */
export const temporaryFilesOf = ({ dataDir }: Pick<Config, "dataDir">): Promise<readonly string[]> =>
  filesOfProcesses(join(dataDir, "tmp"));

/** The keys of all objects in the store. */
export async function objectKeys({
  resources: { config },
}: {
  readonly resources: Pick<Resources, "config">;
}): Promise<readonly string[]> {
  if (config.s3 === null) return filesBelow(join(config.dataDir, "objects"));
  const { endpoint, bucket, region, keys } = config.s3;
  const { hostname, port } = new URL(endpoint);
  const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, region, ...keys });
  const listed = z.array(z.object({ name: z.string() })).parse(await client.listObjectsV2(bucket, "", true).toArray());
  return listed.map(({ name }) => name).toSorted();
}

async function orphansOf(service: Examined): Promise<readonly string[]> {
  const keys = await objectKeys(service);
  const { db } = service.resources;
  const requests = await db.selectFrom("speech_requests").select(["source_key", "result_key"]).execute();
  const voices = await db.selectFrom("voices").select(["sample_key", "comparison"]).execute();
  const uploads = await db.selectFrom("uploads").select("object_key").execute();
  const exported = await db.selectFrom("document_exports").select("result_key").execute();
  const named = new Set([
    ...requests.flatMap((row) => [row.source_key, row.result_key]),
    ...voices.flatMap((row) => [row.sample_key, row.comparison?.key ?? null]),
    ...uploads.map((row) => row.object_key),
    ...exported.map((row) => row.result_key),
  ]);
  return keys.filter((key) => !named.has(key));
}

/** Every process has a folder of its own there, which stays as long as it lives, as do those of its engines. */
async function filesOfProcesses(root: string): Promise<readonly string[]> {
  const owners = await readdir(root);
  const found = await Promise.all(
    owners.map(async (owner) => (await readdir(join(root, owner)).catch(() => [])).map((name) => `${owner}/${name}`)),
  );
  const inEngines = (await filesBelow(root)).filter((path) => path.includes("/engine-"));
  return [...found.flat().filter((path) => !path.includes("/engine-")), ...inEngines];
}

/** A folder that goes while it is read has nothing in it any more; the rest is read again. */
async function filesBelow(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return filesBelow(root);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}

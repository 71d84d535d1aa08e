import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { readConfig } from "#src/config.ts";
import { openResources, type Resources } from "#src/platform/resources.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import type { RunningService } from "#harness/service/running-service.ts";

/** An empty installation beside a running one: a database, a bucket, a queue, a folder and a port of its own. */
export interface EmptyInstallation {
  readonly baseUrl: string;
  /** The variables that its processes are to be started with, on top of those of the other one. */
  readonly settings: Readonly<Record<string, string>>;
  /** The connections of its processes; only once there is something in it. */
  open(): Promise<Resources>;
}

/** Makes the empty database; the bucket is made by who restores. */
export async function makeEmptyInstallation(service: RunningService): Promise<EmptyInstallation> {
  const name = `restored_${randomBytes(4).toString("hex")}`;
  await sql`create database ${sql.id(name)}`.execute(service.resources.db);
  const port = await freePort();
  const database = new URL(service.environment["DATABASE_URL"] ?? "");
  database.pathname = `/${name}`;
  const settings = {
    DATABASE_URL: database.href,
    S3_BUCKET: name.replace("_", "-"),
    QUEUE_PREFIX: name,
    DATA_DIR: join(service.directory, name),
    PORT: `${port}`,
  };
  const config = () => readConfig({ ...service.environment, ...settings, LOG_LEVEL: "silent" });
  return { baseUrl: `http://127.0.0.1:${port}`, settings, open: () => openResources(config(), "onlooker") };
}

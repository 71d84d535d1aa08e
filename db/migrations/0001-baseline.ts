import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";

/** The files of `db/baseline` in the order of their references. */
const files = ["accounts", "speech", "objects", "credits", "payments", "usage", "operations"] as const;

/** The schema with which this project was first published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const file of files) await sql.raw(await readBaseline(file)).execute(db);
  for (const name of ["addresses", "demo callers"]) {
    await sql`insert into installation_keys (name, secret) values (${name}, ${randomBytes(32)})`.execute(db);
  }
}

/** Drops what the files create, the last first. */
export async function down(db: Kysely<unknown>): Promise<void> {
  for (const file of files.toReversed()) {
    const created = (await readBaseline(file)).matchAll(/^create (?:unlogged )?(table|function) (\w+)/gmu);
    for (const [, kind = "", name = ""] of [...created].toReversed()) {
      await sql`drop ${sql.raw(kind)} ${sql.ref(name)} cascade`.execute(db);
    }
  }
}

const readBaseline = (file: string): Promise<string> =>
  readFile(join(import.meta.dirname, "..", "baseline", `${file}.sql`), "utf8");

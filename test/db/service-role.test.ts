import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import pg from "pg";
import { jobContracts } from "#src/jobs/catalogue.ts";
import { queueNames } from "#src/jobs/contract.ts";
import { prepareDatabase } from "#src/migrate/prepare-database.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

type Query = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

async function connected<Result>(url: string, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (text) => (await client.query<Record<string, unknown>>(text)).rows);
  } finally {
    await client.end();
  }
}

interface RoleScript {
  /** A file of `deploy/`. */
  readonly file: string;
  /** The name of the role in the test. */
  readonly name: string;
  readonly password: string;
}

/** Does what psql does with a script of `deploy/`: `\gexec` performs what a query has answered. */
async function runScript(query: Query, { file, name, password }: RoleScript): Promise<void> {
  const text = await readFile(join(import.meta.dirname, "../../deploy", file), "utf8");
  const lines = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("--") && !line.startsWith("\\getenv"));
  for (const line of lines) {
    const own = line.replaceAll(/\bspeech(?:_scaling)?\b/g, name).replace(":'password'", `'${password}'`);
    const [statement = "", ...gexec] = own.split(" \\gexec");
    // The template is what other tests make their databases of.
    const rows = await query(statement.replace("template1, ", ""));
    const made = gexec.length === 0 ? [] : rows.flatMap((row) => Object.values(row));
    for (const one of made) await query(String(one));
  }
}

test("the service's role under compose is no superuser, can bring its database up to date, and opens no other", async (t) => {
  const { clusterUrl } = testEnvironment();
  const [name, password] = [`role_${randomBytes(4).toString("hex")}`, randomBytes(8).toString("hex")];
  t.teardown(() =>
    connected(clusterUrl, async (query) => {
      await query(`drop database if exists ${name} with (force)`);
      await query(`drop role if exists ${name}`);
    }),
  );
  await connected(clusterUrl, async (query) => {
    const script = { file: "service-role.sql", name };
    await runScript(query, { ...script, password: "another" });
    await runScript(query, { ...script, password });
  });
  const url = new URL(clusterUrl);
  [url.username, url.password, url.pathname] = [name, password, `/${name}`];
  t.true((await prepareDatabase({ databaseUrl: url.href, redisUrl: null })).length > 0);
  t.deepEqual(await prepareDatabase({ databaseUrl: url.href, redisUrl: null }), []);
  await connected(url.href, async (query) => {
    const [role] = await query(
      "select concat(rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls) as rights from pg_roles where rolname = current_user",
    );
    t.is(role?.["rights"], "fffff");
    await t.throwsAsync(query("create role other"), { message: /permission denied/ });
    await t.throwsAsync(query("select pg_read_file('/etc/passwd')"), { message: /permission denied/ });
  });
  url.pathname = "/postgres";
  await t.throwsAsync(
    connected(url.href, (query) => query("select 1")),
    { message: /permission denied/ },
  );
});

/** A job of every kind that waits for a minute, one that runs, and one that is not due yet. */
const everyJob = jobContracts.flatMap(({ name }) =>
  [
    ["queued", "now() - interval '1 minute'"],
    ["running", "now() - interval '1 hour'"],
    ["queued", "now() + interval '1 minute'"],
  ].map(([state, dueAt]) => `('${randomUUID()}', '${name}', '${name}', '${state}', ${dueAt})`),
);

test("the role of an autoscaler reads how much of each queue waits and runs, and nothing else", async (t) => {
  const { clusterUrl, redisUrl } = testEnvironment();
  const database = await createTestDatabase(clusterUrl, redisUrl);
  const [name, password] = [`scaling_${randomBytes(4).toString("hex")}`, randomBytes(8).toString("hex")];
  t.teardown(async () => {
    await database.drop();
    await connected(clusterUrl, (query) => query(`drop role if exists ${name}`));
  });
  await connected(database.url, async (query) => {
    const script = { file: "scaling-role.sql", name, password };
    await runScript(query, script);
    await runScript(query, script);
    await query(`insert into jobs (subject_id, name, group_key, state, run_at) values ${everyJob.join()}`);
    await query(
      "insert into jobs (subject_id, name, group_key) values (gen_random_uuid(), 'of-another-release', 'any')",
    );
  });
  const url = new URL(database.url);
  [url.username, url.password] = [name, password];
  await connected(url.href, async (query) => {
    const rows = await query(
      "select queue, waiting, running, oldest_seconds between 60 and 120 as is_old from scaling_queues",
    );
    const counted = queueNames.map((queue) => {
      const count = jobContracts.filter((job) => job.queue === queue).length;
      return { queue, waiting: count, running: count, is_old: true };
    });
    t.deepEqual(
      rows.toSorted((left, right) => String(left["queue"]).localeCompare(String(right["queue"]))),
      counted.toSorted((left, right) => left.queue.localeCompare(right.queue)),
    );
    for (const table of ["jobs", "users", "speech_requests"]) {
      await t.throwsAsync(query(`select * from ${table}`), { message: /permission denied/ });
    }
    await t.throwsAsync(query("create table other (id int)"), { message: /permission denied|read-only/ });
  });
  await connected(database.url, async (query) => {
    await query("delete from jobs");
    t.deepEqual(await query("select distinct waiting, running, oldest_seconds from scaling_queues"), [
      { waiting: 0, running: 0, oldest_seconds: 0 },
    ]);
  });
});

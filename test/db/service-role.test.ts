import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import pg from "pg";
import { prepareDatabase } from "#src/migrate/prepare-database.ts";
import { testEnvironment } from "#test/support/environment.ts";

type Query = (text: string) => Promise<readonly Readonly<Record<string, string>>[]>;

async function connected<Result>(url: string, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (text) => (await client.query<Record<string, string>>(text)).rows);
  } finally {
    await client.end();
  }
}

/** Does what psql does with the script that compose runs: `\gexec` performs what a query has answered. */
async function runScript(query: Query, name: string, password: string): Promise<void> {
  const text = await readFile(join(import.meta.dirname, "../../deploy/service-role.sql"), "utf8");
  const lines = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("--") && !line.startsWith("\\getenv"));
  for (const line of lines) {
    const own = line.replaceAll(/\bspeech\b/g, name).replace(":'password'", `'${password}'`);
    const [statement = "", ...gexec] = own.split(" \\gexec");
    // The template is what other tests make their databases of.
    const rows = await query(statement.replace("template1, ", ""));
    const made = gexec.length === 0 ? [] : rows.flatMap((row) => Object.values(row));
    for (const one of made) await query(one);
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
    await runScript(query, name, "another");
    await runScript(query, name, password);
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

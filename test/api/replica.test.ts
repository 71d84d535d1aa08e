import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { usageReport } from "#src/api/usage/schemas.ts";
import { startApi } from "#src/api/server.ts";
import { readConfig } from "#src/config.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { openResources } from "#src/platform/resources.ts";
import { openClient } from "#harness/clients/client.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { sumUsage } from "#harness/service/usage-sums.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

/** An account with one completed request. */
async function accountWithUsage(): Promise<string> {
  const { key, userId } = await service.account();
  await insertSpoken(service.resources, userId);
  const spoken = { tts_count: 1, asr_count: 0, tts_characters: 6, asr_seconds: 0, credits: 6 };
  const voice = { voice_id: builtinVoices[0]?.id ?? "", voice_label: "A voice" };
  const day = new Date().toISOString().slice(0, 10);
  await db
    .insertInto("usage_days")
    .values({ user_id: userId, day, source: "api_key", ...voice, ...spoken })
    .execute();
  await sumUsage(db, userId);
  return key;
}

/** Reads by an API with this standby. @returns the texts of the report, the requests of the history, and whether credits are left */
async function readBy(standbyUrl: string, key: string) {
  const dataDir = join(service.resources.config.dataDir, "second");
  const settings = { ...service.env, DATA_DIR: dataDir, DATABASE_REPLICA_URL: standbyUrl };
  await using resources = await openResources(readConfig(settings), "test");
  const api = await startApi(resources);
  try {
    const client = openClient(`http://127.0.0.1:${api.port}`);
    const report = (await client.call("GET", "/v1/usage", { key })).data(usageReport);
    const history = (await client.call("GET", "/v1/speech/requests", { key })).data(z.object({ total: z.number() }));
    return [report.requests.tts_count, history.total, report.credits.tts_remaining > 0];
  } finally {
    await api.stop(2_000);
  }
}

test("reports and history are read from the standby, credits from the primary, and all of it there when the standby is away", async (t) => {
  const key = await accountWithUsage();
  // A database without the account in its place shows which of them was read.
  const { clusterUrl, redisUrl } = testEnvironment();
  const other = await createTestDatabase(clusterUrl, redisUrl);
  t.teardown(() => other.drop());
  t.deepEqual(await readBy(other.url, key), [0, 0, true]);
  const away = new URL(other.url);
  away.port = `${await freePort()}`;
  t.deepEqual(await readBy(away.href, key), [1, 1, true]);
});

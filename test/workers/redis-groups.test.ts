import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import test, { type ExecutionContext } from "ava";
import { Redis } from "ioredis";
import { z } from "zod";
import { readConfig } from "#src/config.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { openLogger } from "#src/platform/logger.ts";
import { findEviction } from "#src/platform/redis.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { makeCertificate, startGuardedRedis, startRedisCluster } from "#harness/servers/redis-groups.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { startService, type TestService } from "#test/support/service.ts";

// They start servers of their own; one run of them, beside the other tests on real servers, is enough.
const withServices = testEnvironment().redisUrl === null ? test.skip : test.serial;
const requestId = z.object({ request_id: z.uuid() });

async function folder(t: ExecutionContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "speech-redis-"));
  t.teardown(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Asks one server by a client that ends before the server does. */
async function ask<Answer>(
  server: { readonly port: number; readonly password?: string },
  question: (client: Redis) => Promise<Answer>,
): Promise<Answer> {
  const client = new Redis(server);
  try {
    return await question(client);
  } finally {
    client.disconnect();
  }
}

async function speak(service: TestService, key: string, text: string): Promise<string> {
  const options = { key, json: { text }, headers: { prefer: "respond-async" } };
  return (await service.call("POST", "/v1/speech/synthesize", options)).data(requestId).request_id;
}

async function completed({ resources: { db } }: TestService): Promise<number> {
  const rows = await db.selectFrom("speech_requests").select("status").execute();
  if (rows.some(({ status }) => status === "failed")) throw new Error("A request failed.");
  return rows.filter(({ status }) => status === "completed").length;
}

async function untilCompleted(service: TestService, count: number): Promise<void> {
  while ((await completed(service)) < count) await sleep(50);
}

withServices(
  "a Redis Cluster of three nodes carries queue and limits, and one that evicts keys is refused",
  async (t) => {
    await using cluster = await startRedisCluster(await folder(t));
    await using service = await startService({
      workers: ["synthesis"],
      env: { ...cluster.environment, CALLS_PER_MINUTE: "20" },
    });
    const { key } = await service.account();
    await Promise.all(Array.from({ length: 5 }, (_, index) => speak(service, key, `Sentence number ${index}.`)));
    await untilCompleted(service, 5);
    t.is((await service.call("GET", "/readyz")).status, 200);
    const statuses: number[] = [];
    for (let call = 0; call < 25; call += 1) statuses.push((await service.call("GET", "/v1/users/me", { key })).status);
    t.is(statuses.at(-1), 429);

    const { redis } = readConfig(cluster.environment);
    if (redis === null) throw new Error("The cluster is not in the settings.");
    const log = openLogger("test", "silent");
    t.is(await findEviction(redis, log), null);
    await ask({ port: cluster.ports[2] ?? 0 }, (node) => node.config("SET", "maxmemory-policy", "allkeys-lru"));
    t.regex((await findEviction(redis, log)) ?? "", /maxmemory-policy allkeys-lru.*noeviction/);
    await t.throwsAsync(startService({ env: cluster.environment }), { message: /maxmemory-policy/ });
  },
);

withServices(
  "a cluster that takes only TLS carries queue and limits for those who trust its certificate",
  async (t) => {
    const directory = await folder(t);
    const certificate = await makeCertificate(directory);
    await using cluster = await startRedisCluster(directory, certificate);
    const known = getCACertificates("default");
    t.teardown(() => setDefaultCACertificates(known));
    setDefaultCACertificates([...known, await readFile(certificate.certificatePath, "utf8")]);
    // The worker is a process of its own; the API runs in this one, which has read its environment already.
    const env = { ...cluster.environment, NODE_EXTRA_CA_CERTS: certificate.certificatePath };
    await using service = await startService({ workers: ["synthesis"], env });
    const { key } = await service.account();
    await Promise.all(Array.from({ length: 3 }, (_, index) => speak(service, key, `Sentence number ${index}.`)));
    await untilCompleted(service, 3);
    t.is((await service.call("GET", "/readyz")).status, 200);
  },
);

withServices("a promotion by Sentinel under load loses no request and charges none twice", async (t) => {
  await using redis = await startGuardedRedis(await folder(t));
  const patience = { SWEEP_INTERVAL_MS: "500", REQUEUE_AFTER_MS: "3000" };
  const env = { ...redis.environment, ...patience };
  await using service = await startService({ workers: ["synthesis", "maintenance"], env });
  const { key, userId } = await service.account();
  const submitted: string[] = [];
  const submit = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += 1)
      submitted.push(await speak(service, key, `This is sentence number ${submitted.length}, and it is not short.`));
  };
  await submit(8);
  await untilCompleted(service, 2);
  await redis.primary.kill();
  const killedAt = performance.now();
  await submit(8);
  const before = await completed(service);
  await untilCompleted(service, before + 1);
  t.log(`work went on ${((performance.now() - killedAt) / 1000).toFixed(1)} s after the primary was killed`);
  await untilCompleted(service, submitted.length);
  t.log(`all was done ${((performance.now() - killedAt) / 1000).toFixed(1)} s after it`);

  const replica = { port: redis.replicaPort, password: redis.password };
  t.regex(await ask(replica, (client) => client.info("replication")), /role:master/);
  t.is((await service.call("GET", "/readyz")).status, 200);
  const charged = await chargesOf(service.resources, userId);
  t.deepEqual(charged.map(([id]) => id).toSorted(), submitted.toSorted());
  t.deepEqual((await recountCredits(service.resources)).differences, []);
});

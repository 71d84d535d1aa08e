import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { returnSlot, takeSlot } from "#src/domain/live/queries.ts";
import { sumSlots } from "#src/domain/live-workers/queries.ts";
import { createLostSlots, registerLiveWorker } from "#src/domain/live-workers/registration.ts";
import { releaseVersion } from "#src/domain/release-version.ts";
import { openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { openSocket } from "#harness/clients/socket-client.ts";
import { makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { LIVE_SECRET: "a secret of a test run" } });
const { db } = service.resources;
const { key, userId } = await service.account();
await makeAdmin(service.resources, userId);
test.after.always(() => service[Symbol.asyncDispose]());

const report = z.object({ workers: z.array(z.looseObject({ worker_id: z.uuid() })), sessions: z.int() });
const read = async () => (await service.call("GET", "/v1/admin/live", { key })).data(report);

test.serial("without a process that transcribes live there is nothing to list", async (t) => {
  t.deepEqual(await read(), { workers: [], sessions: 0 });
});

test.serial(
  "each process is listed as it has registered itself, and as not alive ten seconds after its last word",
  async (t) => {
    const id = randomUUID();
    const offer = { languages: ["auto", "en"], models: ["moonshine-tiny-en"] };
    const facts = { capacity: 8, used: 3, lost: 0, draining: true, lagSeconds: 1.25 };
    const address = "http://10.0.3.7:7070";
    await registerLiveWorker(db, { id, address, version: releaseVersion, ...facts, ...offer });
    const expected = {
      worker_id: id,
      address,
      version: releaseVersion,
      capacity: 8,
      used: 3,
      lag_seconds: 1.25,
      ...offer,
    };
    const { workers } = await read();
    t.like(workers, [{ ...expected, alive: true, draining: true }]);
    t.true(Math.abs(Date.parse(String(workers[0]?.["heartbeat_at"])) - Date.now()) < 10_000);
    // It is draining, so its free slots count no more.
    t.deepEqual(await sumSlots(db), { capacity: 3, used: 3 });
    await sql`update live_workers set heartbeat_at = now() - interval '11 seconds'`.execute(db);
    t.like((await read()).workers, [{ ...expected, alive: false }]);
    await db.deleteFrom("live_workers").execute();
  },
);

test.serial(
  "sessions are counted while they are open, and a process of the release before has no version",
  async (t) => {
    await using worker = await openFakeLiveWorker(db, { capacity: 2 });
    const client = await openSocket(`${service.baseUrl}/v1/speech/live`, { headers: { "x-api-key": key } });
    await worker.session(0);
    t.like(await read(), { sessions: 1, workers: [{ worker_id: worker.id, version: null, used: 1, capacity: 2 }] });
    client.say({ type: "close" });
    await client.closed;
    t.like(await read(), { sessions: 0 });
  },
);

test.serial(
  "a slot whose process of the API has died is given back, though others are taken all the time",
  async (t) => {
    const worker = {
      ...{ id: randomUUID(), address: "http://10.0.3.7:7070", version: releaseVersion, lagSeconds: 0 },
      ...{ capacity: 8, draining: false, languages: ["en"], models: ["moonshine-tiny-en"] },
    };
    const slots = createLostSlots();
    const beat = async (used: number): Promise<number> => {
      const counted = await registerLiveWorker(db, { ...worker, used, lost: slots.count() });
      slots.note(counted, used);
      return counted;
    };
    const take = () => takeSlot(db, { language: "en", model: "auto" });
    t.is(await beat(0), 0);
    await take();
    const counts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      // This one becomes a session, which ends before the next heartbeat.
      await take();
      counts.push(await beat(1));
      await returnSlot(db, worker.id);
    }
    t.deepEqual(counts, [2, 2, 2, 2, 1]);
    await db.deleteFrom("live_workers").execute();
  },
);

import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { defaultEnginesOf } from "#src/domain/engines/default-engines.ts";
import { openEngineDirectory } from "#src/domain/engines/engine-directory.ts";
import { listEngines } from "#src/domain/engines/list-engines.ts";
import { type RegisteredManifest, readyEngines } from "#src/domain/engines/manifest.ts";
import { offeredEngines, type EngineUnion } from "#src/domain/engines/offered-engines.ts";
import { endEngines } from "#src/domain/engines/queries.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { sweepEngines } from "#src/domain/engines/sweep-engines.ts";
import { openLogger } from "#src/platform/logger.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { openTtlCache } from "#src/platform/async/ttl-cache.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const database = await createTestDatabase(clusterUrl, redisUrl);
const db = openPostgres({ url: database.url, poolSize: 4, name: "test" });
test.after.always(async () => {
  await db.destroy();
  await database.drop();
});
// The offered engines depend on all that are registered, so the tests take turns.
test.beforeEach(async () => {
  await db.deleteFrom("engines").execute();
});

const ages = { leaseExpiresMs: 30_000 };
const [moonshine, whisper] = [manifestOf("moonshine"), manifestOf("whisper", { languages: ["en", "de"] })];
const ready = (...manifests: readonly RegisteredManifest[]) => readyEngines(manifests);
const offered = async () => offeredEngines(await listEngines({ db }, ages));
const namesOf = (engines: readonly { readonly name: string }[]) => engines.map(({ name }) => name);
const liveOf = ({ live }: EngineUnion) => live.map(({ manifest, state, workers }) => [manifest.name, state, workers]);
const defaults = defaultEnginesOf("recognition");

async function age(instanceId: string, seconds: number): Promise<void> {
  await db
    .updateTable("engines")
    .set({ seen_at: sql<Date>`seen_at - make_interval(secs => ${seconds})` })
    .set({ ended_at: sql<Date>`ended_at - make_interval(secs => ${seconds})` })
    .where("instance_id", "=", instanceId)
    .execute();
}

const countRows = async () => (await db.selectFrom("engines").select("name").execute()).length;

test.serial("of two engines with one name the first is registered", async (t) => {
  const [first, second] = [manifestOf("whisper", { languages: ["de"] }), manifestOf("whisper", { languages: ["fr"] })];
  await registerEngines({ db }, randomUUID(), ready(moonshine, first, second));
  t.deepEqual((await offered()).recognition, [moonshine, first]);
});

test.serial("the engines of several workers are offered together, each once", async (t) => {
  await registerEngines({ db }, randomUUID(), ready(moonshine));
  await registerEngines({ db }, randomUUID(), ready(moonshine, whisper));
  const now = await offered();
  t.deepEqual(liveOf(now), [
    ["moonshine", "ready", 2],
    ["whisper", "ready", 1],
  ]);
  t.deepEqual(namesOf(now.recognition), ["moonshine", "whisper"]);
  t.deepEqual(namesOf(now.synthesis), ["espeak-ng", "flite"], "no worker has registered any");
});

test.serial("a heartbeat renews, changes the state and forgets what the worker no longer has", async (t) => {
  const id = randomUUID();
  await registerEngines({ db }, id, [{ manifest: moonshine, state: "starting" }, ...ready(whisper)]);
  await age(id, 20);
  await registerEngines({ db }, id, ready(moonshine));
  await age(id, 20);
  t.deepEqual(liveOf(await offered()), [["moonshine", "ready", 1]]);
  t.is(await countRows(), 1);
});

test.serial("a worker that went silent is not alive, but its languages are accepted for two minutes", async (t) => {
  const [silent, other] = [randomUUID(), randomUUID()];
  await registerEngines({ db }, silent, ready(whisper));
  await registerEngines({ db }, other, ready(moonshine));
  await age(silent, 40);
  t.deepEqual(liveOf(await offered()), [["moonshine", "ready", 1]]);
  t.deepEqual(namesOf((await offered()).recognition), ["moonshine", "whisper"]);
  await age(silent, 90);
  t.deepEqual(namesOf((await offered()).recognition), ["moonshine"]);
});

test.serial("a worker that ended cleanly is not alive at once, and is expected back", async (t) => {
  const id = randomUUID();
  await registerEngines({ db }, id, ready(whisper));
  await endEngines(db, id);
  const now = await offered();
  t.deepEqual([liveOf(now), namesOf(now.recognition)], [[], ["whisper"]]);
});

test.serial("without any worker the last ones count, and without those the defaults", async (t) => {
  t.deepEqual((await offered()).recognition, defaults);
  const id = randomUUID();
  await registerEngines({ db }, id, ready(whisper));
  await age(id, 3_600);
  t.is(await sweepEngines({ db }, ages), 0);
  t.deepEqual(namesOf((await offered()).recognition), ["whisper"]);
  await age(id, 8 * 24 * 3_600);
  t.is(await sweepEngines({ db }, ages), 1);
  t.deepEqual((await offered()).recognition, defaults);
});

test.serial("an engine that no worker can use is listed and not offered", async (t) => {
  const broken = { manifest: whisper, state: "unavailable", reason: "A file is missing." } as const;
  await registerEngines({ db }, randomUUID(), [broken, ...ready(moonshine)]);
  const now = await offered();
  t.deepEqual(liveOf(now), [
    ["moonshine", "ready", 1],
    ["whisper", "unavailable", 1],
  ]);
  t.deepEqual(namesOf(now.recognition), ["moonshine"]);
});

test.serial("of an engine that is alive only its live workers count, whatever ended ones said", async (t) => {
  const [ended, broken] = [randomUUID(), randomUUID()];
  await registerEngines({ db }, ended, ready(whisper, moonshine));
  await endEngines(db, ended);
  await registerEngines({ db }, broken, [{ manifest: whisper, state: "unavailable" }]);
  t.deepEqual(namesOf((await offered()).recognition), ["moonshine"], "which is expected back");
  await registerEngines({ db }, randomUUID(), ready(whisper));
  t.deepEqual(namesOf((await offered()).recognition), ["moonshine", "whisper"]);
});

test.serial("dead workers are swept once another one of their kind is there", async (t) => {
  const [dead, speaking, alive] = [randomUUID(), randomUUID(), randomUUID()];
  await registerEngines({ db }, dead, ready(whisper));
  await age(dead, 130);
  await registerEngines({ db }, speaking, ready(manifestOf("kokoro", { kind: "synthesis" })));
  t.is(await sweepEngines({ db }, ages), 0);
  await registerEngines({ db }, alive, ready(moonshine));
  t.is(await sweepEngines({ db }, ages), 1);
  t.is(await countRows(), 2);
});

test.serial(
  "an engine that speaks is known while its worker is away: it is starting, and later unavailable",
  async (t) => {
    const [gone, alive] = [randomUUID(), randomUUID()];
    const stateOf = async (name: string) => (await offered()).synthesisStates.get(name);
    t.deepEqual(
      [await stateOf("espeak-ng"), await stateOf("kokoro")],
      ["starting", undefined],
      "no worker has come yet",
    );
    const kokoro = manifestOf("kokoro", { kind: "synthesis" });
    await registerEngines({ db }, gone, ready(kokoro));
    await registerEngines({ db }, alive, ready(manifestOf("flite", { kind: "synthesis" })));
    t.is(await stateOf("kokoro"), "ready");
    await endEngines(db, gone);
    t.is(await stateOf("kokoro"), "starting");
    await age(gone, 130);
    t.is(await sweepEngines({ db }, ages), 0);
    t.deepEqual([await stateOf("kokoro"), await stateOf("flite")], ["unavailable", "ready"]);
    t.deepEqual(namesOf((await offered()).synthesis), ["flite"]);
    await registerEngines({ db }, randomUUID(), [{ manifest: kokoro, state: "starting" }]);
    t.is(await sweepEngines({ db }, ages), 1);
    t.is(await stateOf("kokoro"), "starting");
  },
);

test.serial("a manifest that this release cannot read is passed over", async (t) => {
  const id = randomUUID();
  await registerEngines({ db }, id, ready(moonshine, whisper));
  await db.updateTable("engines").set({ manifest: '{"name":1}' }).where("name", "=", "whisper").execute();
  t.deepEqual(namesOf((await offered()).recognition), ["moonshine"]);
});

test.serial(
  "the registry is read once for many calls, and while it is unavailable the last answer counts",
  async (t) => {
    const own = openPostgres({ url: database.url, poolSize: 1, name: "test" });
    await registerEngines({ db }, randomUUID(), ready(whisper));
    let count = 0;
    const answers = openTtlCache<EngineUnion>();
    const counted = {
      get: (key: string, maxAgeMs: number, load: () => Promise<EngineUnion>) =>
        answers.get(key, maxAgeMs, () => {
          count += 1;
          return load();
        }),
    };
    const options = { db: own, log: openLogger("test", "silent"), ages };
    const directory = openEngineDirectory({ ...options, answers: counted });
    const all = await Promise.all(Array.from({ length: 20 }, () => directory.current()));
    t.deepEqual([count, new Set(all.map(({ recognition }) => recognition[0]?.name))], [1, new Set(["whisper"])]);
    const forgetful = { get: (_: string, __: number, load: () => Promise<EngineUnion>) => load() };
    const another = openEngineDirectory({ ...options, answers: forgetful });
    await another.current();
    await own.destroy();
    t.deepEqual(namesOf((await another.current()).recognition), ["whisper"]);
  },
);

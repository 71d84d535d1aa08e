import { sql } from "kysely";
import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { openRoute } from "#src/api/route.ts";
import type { LiveEngine } from "#src/domain/engines/offered-engines.ts";
import type { Resources } from "#src/platform/resources.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Health";
const status = z.enum(["ok", "unavailable"]);
const alive = z.object({ status }).meta({ id: "Liveness" });
const names = z.array(z.string());
const engineNames = z.object({ recognition: names, synthesis: names, starting: names, unavailable: names }).meta({
  description:
    "The speech engines of the workers that run: by what they do where they are ready; without them calls are accepted and wait.",
});
const ready = z
  .object({ status, database: status, queue: status, object_store: status, engines: engineNames })
  .meta({ id: "Readiness" });

const healthz = openRoute(
  {
    method: "get",
    path: "/healthz",
    operationId: "health.getLiveness",
    tag,
    summary: "Check liveness",
    access: "public",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "It does.", schema: alive, bare: true } },
    errors: [],
  },
  () => Promise.resolve({ status: 200, bare: { status: "ok" } }),
);

const readyz = openRoute(
  {
    method: "get",
    path: "/readyz",
    operationId: "health.getReadiness",
    tag,
    summary: "Check readiness",
    description: "Asks each dependency at most once a second, however many calls there are.",
    access: "public",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: {
      200: { description: "All of it answers.", schema: ready, bare: true },
      503: {
        description: "A dependency does not answer, or this process is shutting down.",
        schema: ready,
        bare: true,
      },
    },
    errors: [],
  },
  async (_input, _caller, { resources, engines, isDraining }) => {
    const [parts, { live }] = await Promise.all([dependencies(resources), engines.current()]);
    const well = !isDraining() && Object.values(parts).every((part) => part === "ok");
    const state = {
      ...parts,
      engines: {
        recognition: readyOf(live, "recognition"),
        synthesis: readyOf(live, "synthesis"),
        starting: inState(live, "starting"),
        unavailable: inState(live, "unavailable"),
      },
    };
    return { status: well ? 200 : 503, bare: { status: well ? "ok" : "unavailable", ...state } };
  },
);

const inState = (live: readonly LiveEngine[], wanted: LiveEngine["state"]): readonly string[] =>
  live.filter(({ state }) => state === wanted).map(({ manifest }) => manifest.name);

const readyOf = (live: readonly LiveEngine[], kind: LiveEngine["manifest"]["kind"]): readonly string[] =>
  inState(
    live.filter(({ manifest }) => manifest.kind === kind),
    "ready",
  );

/** The age in milliseconds at which the answer of a dependency is asked for anew: anybody may ask, however often. */
const knownForMs = 1_000;

async function dependencies({ db, queues, store, answers }: Resources) {
  const answer = async (name: string, check: () => Promise<unknown>) => {
    const isReached = () =>
      check().then(
        () => true,
        () => false,
      );
    return (await answers.get(`${name} is reached`, knownForMs, isReached))
      ? ("ok" as const)
      : ("unavailable" as const);
  };
  const [database, queue, objectStore] = await Promise.all([
    answer("database", () => sql`select 1`.execute(db)),
    answer("queue", () => queues.check()),
    answer("object store", () => store.check()),
  ]);
  return { database, queue, object_store: objectStore };
}

/** For process supervisors. */
export const healthRoutes = [healthz, readyz];

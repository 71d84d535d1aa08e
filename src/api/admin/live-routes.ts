import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { countOpenSessions, listLiveWorkers, type RegisteredLiveWorker } from "#src/domain/live-workers/queries.ts";

const count = z.int().min(0);

const worker = z.object({
  worker_id: z.uuid().meta({
    description: "A new one each time that the process starts.",
    examples: ["5d0a7f7e-6f0c-4f0e-9a43-1f6c2f3b8a90"],
  }),
  address: z.string().meta({
    description: "Where the API finds it: `unix:` and a path, or `http://host:port`.",
    examples: ["http://10.0.3.7:7070"],
  }),
  version: z
    .string()
    .nullable()
    .meta({ description: "Its release; null where that is older than this field.", examples: ["0.1.0"] }),
  alive: z.boolean().meta({ description: "False when nothing was heard of it for ten seconds." }),
  draining: z.boolean().meta({ description: "Whether it takes no more sessions, since it stops." }),
  capacity: count.meta({ description: "The sessions that it may have at once.", examples: [8] }),
  used: count.meta({ description: "The sessions that it has.", examples: [3] }),
  lag_seconds: z
    .number()
    .min(0)
    .meta({ description: "By how much its slowest session is behind its audio.", examples: [0.2] }),
  languages: z.array(z.string()).meta({
    description: "Primary tags, and `auto` where it finds the language.",
    examples: [["auto", "en"]],
  }),
  models: z.array(z.string()).meta({
    description: "The models by which it transcribes, the preferred one first.",
    examples: [["moonshine-tiny-en"]],
  }),
  heartbeat_at: z.iso.datetime().meta({
    description: "When it was heard of last (UTC).",
    examples: ["2026-11-20T08:30:00.000Z"],
  }),
});

const report = z
  .object({
    workers: z.array(worker).meta({ description: "The processes that transcribe live." }),
    sessions: count.meta({
      description: "Open sessions of all accounts, those that wait for another connection, too.",
      examples: [3],
    }),
  })
  .meta({ id: "LiveReport" });

const show = accountRoute(
  {
    method: "get",
    path: "/v1/admin/live",
    operationId: "admin.live.get",
    tag: "Admin",
    summary: "Read which processes transcribe live, and how busy they are",
    access: "admin",
    scope: "admin",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "As the processes have reported it, every two seconds.", schema: report } },
    errors: [],
  },
  async (_input, _caller, { resources: { db } }) => {
    const workers = await listLiveWorkers(db);
    return { status: 200, data: { workers: workers.map(presentWorker), sessions: await countOpenSessions(db) } };
  },
);

const presentWorker = ({ id, isAlive, version, lagSeconds, heartbeatAt, ...facts }: RegisteredLiveWorker) => ({
  ...facts,
  ...{ worker_id: id, alive: isAlive, version: version === "" ? null : version },
  ...{ lag_seconds: lagSeconds, heartbeat_at: heartbeatAt.toISOString() },
});

/** The route of the processes that transcribe live, which no queue serves. */
export const adminLiveRoutes = [show];

import { z } from "zod";
import { requestTypes } from "#db/schema.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { countFailures, listFailedRequests, listQueueWork } from "#src/domain/queues/queries.ts";
import { queueNames } from "#src/jobs/contract.ts";

const nothing = z.object({});
const count = z.int().min(0);
const maxFailures = 20;

const report = z
  .object({
    queues: z.array(
      z.object({
        queue: z.enum(queueNames),
        waiting: count,
        delayed: count.meta({ description: "Waits for its next attempt." }),
        running: count,
        oldest_seconds: z
          .number()
          .min(0)
          .nullable()
          .meta({ description: "For how long the oldest of what waits has been due; null when nothing waits." }),
        failed_last_day: count.meta({ description: "Failed within 24 hours; for voices, those created within them." }),
      }),
    ),
    failed_requests: z
      .array(
        z.object({
          request_id: z.uuid(),
          user_id: z.uuid().nullable().meta({ description: "Null for a demo call without an account." }),
          request_type: z.enum(requestTypes),
          code: z.string(),
          finished_at: z.iso.datetime(),
        }),
      )
      .meta({ description: `The last speech requests that failed, at most ${maxFailures}, newest first.` }),
  })
  .meta({ id: "QueueReport" });

const show = accountRoute(
  {
    method: "get",
    path: "/v1/admin/queues",
    operationId: "admin.queues.get",
    tag: "Admin",
    summary: "Read how much work waits, runs and has failed",
    access: "admin",
    scope: "admin",
    params: nothing,
    query: nothing,
    body: noBody,
    responses: { 200: { description: "Counted from the database, not from the queue.", schema: report } },
    errors: [],
  },
  async (_input, _caller, { resources: { db } }) => {
    const work = await listQueueWork(db);
    const failures = await countFailures(db);
    const failed = await listFailedRequests(db, maxFailures);
    return {
      status: 200,
      data: {
        queues: work.map(({ queue, oldestSeconds, ...counts }) => ({
          ...{ queue, ...counts, oldest_seconds: oldestSeconds },
          failed_last_day: failures[queue],
        })),
        failed_requests: failed.map(({ id, error_code: code, finished_at: finishedAt, ...request }) => ({
          ...{ ...request, request_id: id, code: code ?? "" },
          finished_at: finishedAt?.toISOString() ?? "",
        })),
      },
    };
  },
);

/** How the work stands. */
export const adminQueueRoutes = [show];

import { z } from "zod";
import { requestTypes } from "#db/schema.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { literal } from "#src/api/validation/literal.ts";
import { countFailures, listFailedRequests, listQueueWork } from "#src/domain/queues/queries.ts";
import { listTrends, type TrendPoint, trendPeriods } from "#src/domain/queues/trend-queries.ts";
import { queueNames } from "#src/jobs/contract.ts";
import { accountName } from "./account-schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

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
        failed_last_day: count.meta({ description: "Failed within 24 hours." }),
      }),
    ),
    failed_requests: z
      .array(
        z.object({
          request_id: z.uuid(),
          user_id: z.uuid().nullable().meta({ description: "Null for a demo call without an account." }),
          user_name: accountName,
          request_type: z.enum(requestTypes),
          code: z.string(),
          message: z.string().meta({ description: "What the caller was told.", examples: ["The audio is too long."] }),
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
    params: noInput,
    query: noInput,
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
          ...{ request_id: id, user_id: request.user_id, user_name: request.user_name },
          ...{ request_type: request.request_type, code: code ?? "", message: request.error_message ?? "" },
          finished_at: finishedAt?.toISOString() ?? "",
        })),
      },
    };
  },
);

const trends = z
  .object({
    step_seconds: count.meta({ description: "How much time a point covers." }),
    points: z.array(
      z.object({
        time: z.iso.datetime().meta({ description: "Where the time of the point begins." }),
        queues: z
          .array(
            z.object({
              queue: z.enum(queueNames),
              waiting: count.meta({ description: "The most that waited." }),
              running: count.meta({ description: "The most that ran." }),
              oldest_seconds: z
                .number()
                .min(0)
                .nullable()
                .meta({ description: "The longest wait of due work; null when nothing waited." }),
              completed: count,
              failed: count,
            }),
          )
          .meta({ description: "Empty where nothing was sampled." }),
      }),
    ),
  })
  .meta({ id: "QueueTrends" });

const showTrends = accountRoute(
  {
    method: "get",
    path: "/v1/admin/queues/trends",
    tag: "Admin",
    operationId: "admin.queues.getTrends",
    summary: "Read how the queues stood in the last hour or day",
    description: "Sampled once a minute. The point of the current time is left out until it is over.",
    access: "admin",
    scope: "admin",
    params: noInput,
    query: z.object({ period: literal(trendPeriods).default("hour") }),
    body: noBody,
    responses: { 200: { description: "Points, ascending in time.", schema: trends } },
    errors: [],
  },
  async ({ query: { period } }, _caller, { resources: { db } }) => {
    const { stepSeconds, points } = await listTrends(db, period);
    return { status: 200, data: { step_seconds: stepSeconds, points: points.map(presentPoint) } };
  },
);

const presentPoint = ({ time, queues }: TrendPoint) => ({
  time: time.toISOString(),
  queues: queues.map(({ oldestSeconds, ...figures }) => ({ ...figures, oldest_seconds: oldestSeconds })),
});

/** The routes of the queues: their state now, and over time. */
export const adminQueueRoutes = [show, showTrends];

import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { unlessBoolean, ignored } from "#src/api/dialects/ignored-options.ts";
import { accountRoute } from "#src/api/route.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { date } from "#src/api/validation/date.ts";
import { literal } from "#src/api/validation/literal.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { integer } from "#src/api/validation/number.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { listTranscriptions } from "#src/domain/speech/list-queries.ts";
import { assemblyAi } from "./dialect.ts";
import { audioUrlOf, statuses, statusOf } from "./present-transcript.ts";

const path = "/assemblyai/v2/transcript";
const limits = { min: 1, max: 200, usual: 10 } as const;

const listQuery = z
  .object({
    limit: integer({ min: limits.min, max: limits.max })
      .default(limits.usual)
      .meta({ description: "The most that are listed." }),
    status: literal(statuses).optional().meta({ description: "Only those with this status." }),
    created_on: date()
      .optional()
      .meta({ description: "Only those of this day (UTC).", examples: ["2026-11-28"] }),
    before_id: uuid()
      .optional()
      .meta({
        description: "Only those that are older than this one.",
        examples: ["1c4f2a7e-3d5b-4e6f-8a9b-0c1d2e3f4a5b"],
      }),
    after_id: uuid()
      .optional()
      .meta({
        description: "Only those that are newer than this one.",
        examples: ["1c4f2a7e-3d5b-4e6f-8a9b-0c1d2e3f4a5b"],
      }),
    throttled_only: boolean().default(false).meta({ description: "Without effect." }),
  })
  .register(ignored, { throttled_only: unlessBoolean(false) });

type ListQuery = z.output<typeof listQuery>;

const address = z.url().nullable();
const listAnswer = z
  .object({
    page_details: z.object({
      ...{ limit: z.int(), result_count: z.int(), current_url: z.url(), prev_url: address, next_url: address },
    }),
    transcripts: z.array(
      z.object({
        ...{ id: z.uuid(), resource_url: z.url(), status: z.enum(statuses), created: z.iso.datetime() },
        ...{ completed: z.iso.datetime().nullable(), audio_url: z.string(), error: z.string().nullable() },
      }),
    ),
  })
  .meta({ id: "AssemblyAITranscriptList" });

/** The address of another page: `prev_url` has older transcripts, as at AssemblyAI. */
function pageUrl(publicUrl: string, query: ListQuery, place: Partial<ListQuery>): string {
  const { limit, status, created_on: day } = query;
  const fields = { limit, status, created_on: day, ...place };
  const sent = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return `${publicUrl}${path}?${new URLSearchParams(Object.fromEntries(sent)).toString()}`;
}

/** Lists the transcriptions of the account, whichever API has made them. */
export const listTranscripts = accountRoute(
  {
    method: "get",
    path,
    operationId: "assemblyai.transcripts.list",
    tag: assemblyAi.tag,
    summary: "List transcripts",
    access: "account",
    scope: "speech",
    params: noInput,
    query: listQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: listAnswer, bare: true } },
    errors: [],
  },
  async ({ query }, { userId }, { resources: { db, config } }) => {
    const { limit, status, created_on: day, before_id: beforeId, after_id: afterId } = query;
    const { publicUrl } = config;
    const filter = { userId, from: day, to: day, beforeId, afterId, limit };
    const rows = await listTranscriptions(db, { ...filter, status: status === "error" ? "failed" : status });
    const [newest, oldest] = [rows[0], rows.at(-1)];
    const isFull = rows.length === limit;
    const [hasOlder, hasNewer] = [
      afterId !== undefined || isFull,
      beforeId !== undefined || (afterId !== undefined && isFull),
    ];
    return {
      status: 200,
      bare: {
        page_details: {
          ...{ limit, result_count: rows.length },
          current_url: pageUrl(publicUrl, query, { before_id: beforeId, after_id: afterId }),
          prev_url: hasOlder && oldest !== undefined ? pageUrl(publicUrl, query, { before_id: oldest.id }) : null,
          next_url: hasNewer && newest !== undefined ? pageUrl(publicUrl, query, { after_id: newest.id }) : null,
        },
        transcripts: rows.map((row) => ({
          ...{ id: row.id, resource_url: `${publicUrl}${path}/${row.id}`, status: statusOf(row) },
          ...{ created: row.created_at.toISOString(), completed: row.finished_at?.toISOString() ?? null },
          ...{ audio_url: audioUrlOf(row, publicUrl), error: row.error_message },
        })),
      },
    };
  },
);

import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { type DayRange, endOfDay, startOfDay } from "#src/domain/pages/day-range.ts";
import { type ListedPage, listNewestFirst, type Page } from "#src/domain/pages/list-page.ts";
import { type SpeechRequest, type SpeechRequestSummary, summaryColumns } from "./queries.ts";
import { cancelledCode, type ShownStatus } from "./shown-status.ts";

/** The choices of a list without the paragraphs of documents, and of them alone. */
export const documentChoices = ["exclude", "only"] as const;

/** A choice of an account's requests, by the days on which they were made; an absent field leaves out none. */
export interface RequestFilter extends DayRange {
  readonly userId: string;
  readonly requestId?: string | undefined;
  readonly requestType?: SpeechRequest["request_type"] | undefined;
  readonly status?: ShownStatus | undefined;
  readonly voiceId?: string | undefined;
  readonly apiKeyId?: string | undefined;
  /** Whether paragraphs of documents are left out, or all else. */
  readonly documents?: (typeof documentChoices)[number] | undefined;
  /** Beginnings of words of the text, the transcript and the file's name: all of them. Finds what has ended. */
  readonly search?: string | undefined;
}

/** The part of a request that a list shows: the beginning of its text or transcript, but neither as a whole. */
export interface ListedRequest extends SpeechRequestSummary {
  readonly preview: string | null;
  /** The part of its text or transcript around a word that a search has found. */
  readonly excerpt: string | null;
}

/** Code points of a text that a list shows. */
const previewLength = 200;
const wholeText = sql<string | null>`coalesce(input_text, transcript ->> 'text')`;
const preview = sql<string | null>`left(${wholeText}, ${sql.lit(previewLength)})`;

/** Code points of an excerpt, and those before the word that was found. */
const [excerptLength, excerptLead] = [160, 60];
/** Code points of a word of which an excerpt leaves out a part at its beginning. */
const cutWord = "^\\S{0,30}\\s+";

/** The part of a text around the longest word of a search; null where the text does not have it as it was typed. */
function excerptOf(search = "") {
  const words = search.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const word = words.toSorted((one, other) => other.length - one.length)[0];
  if (word === undefined) return sql<string | null>`null`;
  const place = sql`strpos(lower(${wholeText}), ${word})`;
  const part = sql`substr(${wholeText}, greatest(1, ${place} - ${sql.lit(excerptLead)}), ${sql.lit(excerptLength)})`;
  return sql<string | null>`case when ${place} > ${sql.lit(excerptLead)} + 1
    then '… ' || regexp_replace(${part}, ${cutWord}, '') when ${place} > 0 then ${part} end`;
}

/** Selects the requests that a search finds by the index of words, whose conditions have to stand here as they do there. */
const selectFound = (db: Db, { userId, search = "" }: RequestFilter) =>
  db
    .selectFrom("speech_requests")
    .select("id")
    .where(
      sql<boolean>`speech_search_words(user_id, input_text, file_name, transcript) @@ speech_search_query(${userId}::uuid, ${search})`,
    )
    .where("finished_at", "is not", null)
    .where("user_id", "is not", null);

/** The most requests that are few. */
const few = 1_000;

/** True where a search finds few requests. */
async function findsFew(db: Db, filter: RequestFilter): Promise<boolean> {
  const oneMore = await selectFound(db, filter).offset(few).limit(1).executeTakeFirst();
  return oneMore === undefined;
}

/**
 * Finds requests by the index of words alone. `offset 0` keeps the conditions and the order of the list out of it: with them the planner
 * could read all requests of the account instead, and split each into words. It expects many everywhere, as it knows nothing of the words
 * of one account, and then looks through the newest requests for those that were found; where these are few, that would be all of the
 * account's. An array has it read those few.
 */
const found = (db: Db, filter: RequestFilter, areFew: boolean) =>
  areFew
    ? sql<boolean>`id = any(array(${selectFound(db, filter)}))`
    : sql<boolean>`id in (${selectFound(db, filter).offset(0)})`;

/** A literal, so that the plan can see which partial index fits. */
const is = (column: string, value: string) => sql<boolean>`${sql.ref(column)} = ${sql.lit(value)}`;

/** True of requests with this status. */
const hasStatus = (status: ShownStatus) =>
  status === "cancelled"
    ? sql<boolean>`${is("status", "failed")} and ${is("error_code", cancelledCode)}`
    : status === "failed"
      ? sql<boolean>`${is("status", "failed")} and error_code is distinct from ${sql.lit(cancelledCode)}`
      : is("status", status);

/** @param areFew whether the search of the filter, if it has one, finds few */
const matching = (db: Db, filter: RequestFilter, areFew = true) => {
  const {
    userId,
    requestId,
    requestType,
    status,
    voiceId,
    apiKeyId,
    documents,
    from,
    to,
    utcOffset = 0,
    search,
  } = filter;
  return db
    .selectFrom("speech_requests")
    .where("user_id", "=", userId)
    .$if(requestId !== undefined, (query) => query.where("id", "=", requestId ?? ""))
    .$if(requestType !== undefined, (query) => query.where(is("request_type", requestType ?? "")))
    .$if(status !== undefined, (query) => query.where(hasStatus(status ?? "queued")))
    .$if(voiceId !== undefined, (query) => query.where("voice_id", "=", voiceId ?? ""))
    .$if(apiKeyId !== undefined, (query) => query.where("api_key_id", "=", apiKeyId ?? ""))
    .$if(documents === "exclude", (query) => query.where("document_id", "is", null))
    .$if(documents === "only", (query) => query.where("document_id", "is not", null))
    .$if(from !== undefined, (query) => query.where("created_at", ">=", startOfDay(from, utcOffset)))
    .$if(to !== undefined, (query) => query.where("created_at", "<", endOfDay(to, utcOffset)))
    .$if(search !== undefined, (query) => query.where(found(db, filter, areFew)));
};

/** One page of an account's requests, newest first, and how many there are. */
export async function listRequests(
  db: Db,
  { page, limit, ...filter }: RequestFilter & Page,
): Promise<ListedPage<ListedRequest>> {
  const rows = matching(db, filter, filter.search === undefined || (await findsFew(db, filter)));
  const listed = rows.select([...summaryColumns, preview.as("preview"), excerptOf(filter.search).as("excerpt")]);
  return listNewestFirst(db, listed, { page, limit });
}

/** The transcriptions of an account before or after one of them, which may have been removed since: then there are none. */
export interface Neighbourhood extends Pick<RequestFilter, "userId" | "from" | "to"> {
  /** All transcriptions that have failed, cancelled ones included, for `failed`. */
  readonly status?: SpeechRequest["status"] | undefined;
  readonly beforeId?: string | undefined;
  readonly afterId?: string | undefined;
  /** The most that are returned; of several, those that are nearest. */
  readonly limit: number;
}

/** Transcriptions of an account, newest first. */
export async function listTranscriptions(db: Db, { status, beforeId, afterId, limit, ...filter }: Neighbourhood) {
  const { userId } = filter;
  const place = (id: string | undefined) =>
    sql`(select created_at, id from speech_requests where id = ${id}::uuid and user_id = ${userId}::uuid)`;
  // Those that are nearest to the earlier one are the oldest.
  const order = afterId === undefined ? "desc" : "asc";
  const rows = await matching(db, { ...filter, requestType: "asr" })
    .select([...summaryColumns, "options"])
    .$if(status !== undefined, (query) => query.where(is("status", status ?? "")))
    .$if(beforeId !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < ${place(beforeId)}`))
    .$if(afterId !== undefined, (query) => query.where(sql<boolean>`(created_at, id) > ${place(afterId)}`))
    .orderBy("created_at", order)
    .orderBy("id", order)
    .limit(limit)
    .execute();
  return order === "asc" ? rows.toReversed() : rows;
}

/** A request with all of its text or transcript. */
export interface ExportedRequest extends SpeechRequestSummary {
  readonly text: string | null;
  /** The time of creation, as exactly as the database knows. */
  readonly exact_created_at: string;
}

const batch = 200;

/** All of an account's requests that match, newest first, read in batches: those that are made meanwhile are left out. */
export async function* readRequests(db: Db, filter: RequestFilter): AsyncGenerator<readonly ExportedRequest[]> {
  const areFew = filter.search === undefined || (await findsFew(db, filter));
  let last: ExportedRequest | undefined;
  do {
    const after = last && sql<boolean>`(created_at, id) < (${last.exact_created_at}::timestamptz, ${last.id}::uuid)`;
    const rows: readonly ExportedRequest[] = await matching(db, filter, areFew)
      .select(summaryColumns)
      .select([wholeText.as("text"), sql<string>`created_at::text`.as("exact_created_at")])
      .$if(after !== undefined, (query) => query.where(after ?? sql<boolean>`true`))
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(batch)
      .execute();
    if (rows.length > 0) yield rows;
    last = rows.length < batch ? undefined : rows.at(-1);
  } while (last !== undefined);
}

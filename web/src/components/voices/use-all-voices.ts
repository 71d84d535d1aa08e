import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { call, type Input } from "#web/api/call.ts";
import type { VoicePage } from "#web/api/types.ts";

const operation = "GET /v1/voices";
/** The most voices of an answer. */
const limit = 100;

/** The voices that are listed: all of them, so without a page. */
export type VoiceQuery = Omit<NonNullable<Input<typeof operation>["query"]>, "page" | "limit">;

/** A whole list of voices. */
export type VoiceList = Pick<VoicePage, "items" | "nearest">;

/** @throws Problem, ConnectionError */
async function fetchAll(query: VoiceQuery): Promise<VoiceList> {
  const first = await call(operation, { query: { ...query, limit } });
  const further = Array.from({ length: Math.max(0, Math.ceil(first.total / limit) - 1) }, (_, at) => at + 2);
  const others = await Promise.all(further.map((page) => call(operation, { query: { ...query, limit, page } })));
  return { items: [first, ...others].flatMap(({ items }) => items), nearest: first.nearest };
}

type Options = Pick<UseQueryOptions<VoiceList>, "staleTime" | "placeholderData" | "refetchInterval">;

const [startingMs, unavailableMs] = [3_000, 60_000];

/** Milliseconds after which a list is asked for again, since a voice of it is not ready; false where all are. */
export function refreshOf(list: VoiceList | undefined): number | false {
  const states = new Set(list?.items.map(({ engine_state: state }) => state));
  if (states.has("starting")) return startingMs;
  return states.has("unavailable") && unavailableMs;
}

/** All voices of a query, which the browser can count, order and filter. */
export const useAllVoices = (query: VoiceQuery, options: Options = {}) =>
  useQuery<VoiceList>({ ...options, queryKey: [operation, "all", query], queryFn: () => fetchAll(query) });

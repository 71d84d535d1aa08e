import type { Input } from "#web/api/call.ts";
import { utcOffsetOn } from "#web/components/date-range.ts";
import { useSearchText } from "#web/components/use-search-text.ts";
import { useUrlState } from "#web/components/use-url-state.ts";

type Query = NonNullable<Input<"GET /v1/speech/requests">["query"]>;

const types = ["tts", "asr"] as const;
const states = ["queued", "processing", "completed", "failed", "cancelled"] as const;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;
const searchMaxCharacters = 200;
const pageSize = 20;

/** The search and the filters of the history, which the address keeps. */
export function useHistoryFilters() {
  const state = useUrlState();
  const [search, setSearch] = useSearchText(state, searchMaxCharacters);
  const searched = state.search.trim().slice(0, searchMaxCharacters);
  const [from, to] = [state.match("from", day), state.match("to", day)];
  const anyDay = from ?? to;
  const hasParagraphs = state.filter("documents", ["include"]) !== undefined;
  const chosen = {
    search: searched === "" ? undefined : searched,
    request_type: state.filter("type", types),
    status: state.filter("status", states),
    voice_id: state.match("voice", uuid),
    api_key_id: state.match("key", uuid),
    from,
    to,
    utc_offset: anyDay === undefined ? undefined : utcOffsetOn(anyDay),
  };
  const named: Query = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  const filter: Query = hasParagraphs ? named : { ...named, documents: "exclude" };
  return {
    ...state,
    search,
    setSearch,
    chosen,
    hasParagraphs,
    filter,
    query: { ...filter, page: state.page, limit: pageSize },
    isFiltered: hasParagraphs || Object.keys(named).length > 0,
  };
}

export type HistoryFilters = ReturnType<typeof useHistoryFilters>;

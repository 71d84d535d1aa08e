import type { Input } from "#web/api/call.ts";
import { useSearchText } from "#web/components/use-search-text.ts";
import { useUrlState } from "#web/components/use-url-state.ts";

export type VoiceView = "library" | "mine" | "favorites";
type Query = NonNullable<Input<"GET /v1/voices">["query"]>;

const views = ["library", "mine", "favorites"] as const;
const genders = ["female", "male"] as const;
const qualities = ["natural", "standard", "basic"] as const;
const engines = ["kokoro", "piper", "flite", "espeak-ng", "remote-speech"] as const;
const searchMaxCharacters = 100;
const pageSize = 24;

/** The query of each view beside the filters. */
const viewQueries: Readonly<Record<VoiceView, Query>> = {
  library: { type: "builtin", available: true },
  mine: { type: "custom" },
  favorites: { favorite: true },
};

/** The view, the search and the filters of the library, which the address keeps. */
export function useVoiceFilters(languages: readonly string[]) {
  const state = useUrlState();
  const [search, setSearch] = useSearchText(state, searchMaxCharacters);
  const view = state.filter("view", views) ?? "library";
  const language = state.filter("language", languages);
  const gender = state.filter("gender", genders);
  const quality = state.filter("quality", qualities);
  const engine = state.filter("engine", engines);
  const searched = state.search.trim().slice(0, searchMaxCharacters);
  const chosen = { language, gender, quality, engine, search: searched === "" ? undefined : searched };
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  const query: Query = { ...viewQueries[view], ...given, page: state.page, limit: pageSize };
  return { ...state, ...chosen, view, search, setSearch, query, isFiltered: Object.keys(given).length > 0 };
}

export type VoiceFilters = ReturnType<typeof useVoiceFilters>;

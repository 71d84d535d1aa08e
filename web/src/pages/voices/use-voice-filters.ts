import { useSearchText } from "#web/components/use-search-text.ts";
import { useUrlState } from "#web/components/use-url-state.ts";
import type { VoiceQuery } from "#web/components/voices/use-all-voices.ts";
import { type ChosenFilters, filterNames } from "./filter-voices.ts";

export type VoiceView = "library" | "mine" | "favorites";

const views = ["library", "mine", "favorites"] as const;
/** Accents and uses are words of the catalogue, so any short value may be one. */
const filterValue = /^.{1,60}$/;
const searchMaxCharacters = 100;
const uuid = /^[\da-f-]{36}$/;

/** The query of each view beside the search. */
const viewQueries: Readonly<Record<VoiceView, VoiceQuery>> = {
  library: { type: "builtin", installed: true },
  mine: { type: "custom" },
  favorites: { favorite: true },
};

/** The view, the search and the filters of the library, which the address keeps. */
export function useVoiceFilters() {
  const state = useUrlState();
  const [search, setSearch] = useSearchText(state, searchMaxCharacters);
  const view = state.filter("view", views) ?? "library";
  const searched = state.search.trim().slice(0, searchMaxCharacters);
  const chosen: ChosenFilters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = state.match(name, filterValue);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const query: VoiceQuery = { ...viewQueries[view], ...(searched !== "" && { search: searched }) };
  const count = Object.keys(chosen).length;
  const { page } = state;
  return {
    ...{ ...state, chosen, count, view, search, setSearch, query, isFiltered: searched !== "" || count > 0 },
    // Favorites and own voices are all listed.
    withBasic: view !== "library" || state.filter("basic", ["shown"]) !== undefined,
    /** The voice whose details are open, and the way to open those of another, or of none. */
    opened: state.match("voice", uuid) ?? null,
    openVoice: (voiceId: string | null) => state.setAll({ voice: voiceId ?? "", page: page === 1 ? "" : String(page) }),
  };
}

export type VoiceFilters = ReturnType<typeof useVoiceFilters>;

/** The address of a view without a search and filters. */
export const pathOfView = (view: VoiceView): string =>
  view === "library" ? "/account/voices" : `/account/voices?view=${view}`;

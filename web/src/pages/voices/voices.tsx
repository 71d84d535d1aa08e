import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Voice } from "#web/api/types.ts";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { Pager } from "#web/components/pager.tsx";
import { ViewTabs } from "#web/components/view-tabs.tsx";
import { groupVoices } from "#web/components/voices/group-voices.ts";
import { refreshOf, useAllVoices, type VoiceList } from "#web/components/voices/use-all-voices.ts";
import { VoiceStates } from "#web/components/voices/voice-state.tsx";
import { useLanguageNames } from "#web/components/voices/use-voices.ts";
import { formatCount } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { findVoices, type FoundVoices } from "./filter-voices.ts";
import { NewVoice } from "./new-voice.tsx";
import { usePreview } from "#web/components/audio/use-preview.ts";
import { pathOfView, useVoiceFilters, type VoiceFilters, type VoiceView } from "./use-voice-filters.ts";
import { VoiceCard } from "./voice-card.tsx";
import { VoicePanel } from "./voice-panel.tsx";
import { VoiceFilterFields } from "./voice-filter-fields.tsx";

const trainingMs = 1_000;
const staleTime = 60_000;
const pageSize = 24;

const viewNames: Readonly<Record<VoiceView, string>> = {
  library: t("Library"),
  mine: t("My voices"),
  favorites: t("Favorites"),
};

const introductions: Readonly<Record<VoiceView, string>> = {
  library: t("Built-in voices: your favorites, then by language, the best first. Listening to them is free."),
  mine: t(
    "Voices made from your recordings: similar in pitch and timbre. Accent, pace and intonation are not copied, so they are not clones.",
  ),
  favorites: t("The voices that you have marked with a heart."),
};

const isTraining = ({ items }: VoiceList): boolean =>
  items.some(({ status }) => status === "pending" || status === "training");

const views = (["library", "mine", "favorites"] as const).map((view) => [pathOfView(view), viewNames[view]] as const);

/** Why nothing is shown, and what to do about it. */
function Nothing({ filters: { view, isFiltered, page, setPage } }: { readonly filters: VoiceFilters }) {
  if (page > 1) {
    return (
      <EmptyState>
        <p>{t("This page is empty.")}</p>
        <button type="button" className="button quiet" onClick={() => setPage(1)}>
          {t("Show the first page")}
        </button>
      </EmptyState>
    );
  }
  if (isFiltered) {
    return (
      <EmptyState>
        <p>{t("No voices match. Try fewer words or another filter.")}</p>
      </EmptyState>
    );
  }
  if (view === "mine") {
    return (
      <EmptyState>
        <p>
          {t("You have no voices yet. Record 15 seconds of speech, or upload a recording, and hear it speak any text.")}
        </p>
        <NewVoice label={t("Create your first voice")} />
      </EmptyState>
    );
  }
  return (
    <EmptyState>
      <p>
        {view === "favorites" ? t("Mark a voice with its heart, and it is listed here.") : t("No voice is installed.")}
      </p>
      {view === "favorites" && (
        <Link className="button quiet" href="/account/voices">
          {t("Browse the library")}
        </Link>
      )}
    </EmptyState>
  );
}

interface ListProps {
  readonly filters: VoiceFilters;
  /** The voices that the search and the filters have found. */
  readonly voices: readonly Voice[];
  readonly languages: ReadonlyMap<string, string>;
}

/** A page of the voices that were found. */
function List({ filters: { page, setPage, openVoice }, voices, languages }: ListProps) {
  const preview = usePreview();
  const shown = voices.slice((page - 1) * pageSize, page * pageSize);
  const length = { total: voices.length, total_is_estimate: false };
  return (
    <div className="voice-pages">
      <ul className="voices">
        {shown.map((voice) => (
          <VoiceCard
            key={voice.voice_id}
            voice={voice}
            language={languages.get(voice.language)}
            preview={preview}
            onOpen={() => openVoice(voice.voice_id)}
          />
        ))}
      </ul>
      <Pager list={{ ...length, page, limit: pageSize, has_next: voices.length > page * pageSize }} onPage={setPage} />
    </div>
  );
}

/** Shows or hides the basic voices, where there are better ones. */
function BasicVoices({ filters: { set }, found: { hidden, basic } }: Pick<FoundProps, "filters" | "found">) {
  if (hidden === 0 && basic === 0) return null;
  return (
    <button type="button" className="button quiet" onClick={() => set("basic", hidden > 0 ? "shown" : "")}>
      {hidden > 0
        ? t("{count, plural, one {Show # basic voice} other {Show # basic voices}}", { count: hidden })
        : t("Hide the basic voices")}
    </button>
  );
}

interface FoundProps extends ListProps {
  readonly found: FoundVoices<Voice>;
}

/** The number of voices that were found, a way back to all of them, and the voices. */
function Found({ filters, found, voices, languages }: FoundProps) {
  const { view, page, isFiltered } = filters;
  return (
    <>
      <div className="row center">
        <p role="status" className="hint">
          {(voices.length > 0 || isFiltered) && formatCount(voices.length, "voice")}
        </p>
        {view === "library" && <BasicVoices filters={filters} found={found} />}
        {isFiltered && (
          <Link className="button quiet" href={pathOfView(view)}>
            {t("Clear the filters")}
          </Link>
        )}
      </div>
      {voices.length <= (page - 1) * pageSize ? (
        <Nothing filters={filters} />
      ) : (
        <List key={view} filters={filters} voices={voices} languages={languages} />
      )}
    </>
  );
}

/** The library of voices, those of the account, and the favorites: finding one, listening to it, making one. */
export function Voices() {
  const filters = useVoiceFilters();
  const languages = useLanguageNames();
  const { view, isFiltered } = filters;
  const voices = useAllVoices(filters.query, {
    staleTime: view === "library" ? staleTime : 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isTraining(data) ? trainingMs : refreshOf(data)),
  });
  const all = voices.data?.items ?? [];
  const found = findVoices(all, filters);
  const listed = groupVoices(found.listed, languages).flatMap((group) => group.voices);
  return (
    <>
      <PageHeading title={t("Voices")}>
        <NewVoice label={t("New voice")} />
      </PageHeading>
      <ViewTabs label={t("Voices")} views={views} current={pathOfView(view)} />
      <p className="soft">{introductions[view]}</p>
      <section className="library" aria-label={viewNames[view]} aria-busy={voices.isPlaceholderData}>
        {(view !== "mine" || isFiltered || all.length > 0) && (
          <VoiceFilterFields key={view} filters={filters} voices={all} languages={languages} />
        )}
        <QueryBoundary query={voices}>
          {({ items, nearest }) => (
            <>
              {nearest && <p>{t("No voice has all of these words; the nearest:")}</p>}
              <VoiceStates voices={items} />
              <Found filters={filters} found={found} voices={listed} languages={languages} />
            </>
          )}
        </QueryBoundary>
      </section>
      <VoicePanel voiceId={filters.opened} voices={listed} languages={languages} onOpen={filters.openVoice} />
    </>
  );
}

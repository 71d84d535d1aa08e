import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "wouter";
import type { VoicePage } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { PageHeading } from "#web/components/page-heading.tsx";
import { Pager } from "#web/components/pager.tsx";
import { formatCount } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { NewVoice } from "./new-voice.tsx";
import { usePreview } from "#web/components/audio/use-preview.ts";
import { useVoiceFilters, type VoiceFilters, type VoiceView } from "./use-voice-filters.ts";
import { VoiceCard } from "./voice-card.tsx";
import { VoiceFilterFields } from "./voice-filter-fields.tsx";

const trainingMs = 1_000;

const viewNames: Readonly<Record<VoiceView, string>> = {
  library: t("Library"),
  mine: t("My voices"),
  favorites: t("Favorites"),
};

const introductions: Readonly<Record<VoiceView, string>> = {
  library: t("Built-in voices, the most natural first. Listening to them is free."),
  mine: t("Voices made from your recordings: similar pitch, timbre and tone colour, not a clone."),
  favorites: t("The voices that you have marked with a heart."),
};

const isTraining = ({ items }: VoicePage): boolean =>
  items.some(({ status }) => status === "pending" || status === "training");

const views: readonly VoiceView[] = ["library", "mine", "favorites"];

const ViewTabs = ({ current }: { readonly current: VoiceView }) => (
  <nav className="tabs" aria-label={t("Voices")}>
    {views.map((view) => (
      <Link
        key={view}
        className="tab"
        href={view === "library" ? "/account/voices" : `/account/voices?view=${view}`}
        aria-current={view === current ? "page" : undefined}
      >
        {viewNames[view]}
      </Link>
    ))}
  </nav>
);

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
        <Link className="button quiet" href={view === "library" ? "/account/voices" : `/account/voices?view=${view}`}>
          {t("Clear the filters")}
        </Link>
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
        {view === "favorites" ? t("Mark a voice with its heart, and it is listed here.") : t("No voice can speak now.")}
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
  readonly voices: VoicePage;
  readonly names: ReadonlyMap<string, string>;
  readonly onPage: (page: number) => void;
}

function List({ voices, names, onPage }: ListProps) {
  const preview = usePreview();
  return (
    <>
      <ul className="voices">
        {voices.items.map((voice) => (
          <VoiceCard key={voice.voice_id} voice={voice} language={names.get(voice.language)} preview={preview} />
        ))}
      </ul>
      <Pager list={voices} onPage={onPage} />
    </>
  );
}

/** The library of voices, those of the account, and the favorites: finding one, listening to it, making one. */
export function Voices() {
  const limits = useLimits();
  const languages = limits.data?.synthesis_languages ?? [];
  const filters = useVoiceFilters(languages.map(({ tag }) => tag));
  const { view } = filters;
  const voices = useApi(
    "GET /v1/voices",
    { query: filters.query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data !== undefined && isTraining(data) ? trainingMs : false),
    },
  );
  const hasVoices = voices.data !== undefined && voices.data.total > 0;
  const names = new Map(languageChoices(languages));
  return (
    <>
      <PageHeading title={t("Voices")}>
        <NewVoice label={t("New voice")} />
      </PageHeading>
      <ViewTabs current={view} />
      <p className="soft">{introductions[view]}</p>
      <section className="library" aria-label={viewNames[view]} aria-busy={voices.isPlaceholderData}>
        {(view !== "mine" || filters.isFiltered || hasVoices) && (
          <VoiceFilterFields key={view} filters={filters} languages={languages} />
        )}
        <QueryBoundary query={voices}>
          {(known) => (
            <>
              <p role="status" className="hint">
                {known.total > 0 && formatCount(known.total, "voice")}
              </p>
              {known.nearest && <p>{t("No voice has all of these words; the nearest:")}</p>}
              {known.items.length === 0 ? (
                <Nothing filters={filters} />
              ) : (
                <List key={view} voices={known} names={names} onPage={filters.setPage} />
              )}
            </>
          )}
        </QueryBoundary>
      </section>
    </>
  );
}

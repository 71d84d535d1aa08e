import { useState } from "react";
import { Link } from "wouter";
import { useApi } from "#web/api/use-api.ts";
import { FilterBar } from "#web/components/filter-bar.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { LocalDayRange } from "#web/components/local-day-range.tsx";
import { useKeyChoices } from "#web/components/use-key-choices.ts";
import { pageLanguage } from "#web/messages/language.ts";
import { t } from "#web/messages/translate.ts";
import type { HistoryFilters } from "./use-history-filters.ts";

const any = "";
const staleTime = 60_000;
const yearMs = 365 * 24 * 3_600_000;

type Choice = readonly [value: string, label: string];

const typeChoices: readonly Choice[] = [
  [any, t("All")],
  ["tts", t("Speech")],
  ["asr", t("Transcription")],
];
const statusChoices: readonly Choice[] = [
  [any, t("Any")],
  ["completed", t("Completed")],
  ["failed", t("Failed")],
  ["cancelled", t("Cancelled or stopped")],
  ["processing", t("Processing")],
  ["queued", t("Queued")],
];
const rangeNames = ["any", "today", "yesterday", "week", "month"] as const;

interface FieldsProps {
  readonly filters: HistoryFilters;
}

/** Any of them, and the chosen one even where it is not among them any more. */
const withAny = (all: string, choices: readonly Choice[], chosen = any): readonly Choice[] => [
  [any, all],
  ...choices,
  ...(chosen === any || choices.some(([value]) => value === chosen) ? [] : ([[chosen, t("Another one")]] as const)),
];

/** The voices that have spoken for the account in the last year; requests are not kept longer. */
function useSpokenVoices(): readonly Choice[] {
  const [today] = useState(() => Date.now());
  const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const query = { from: dayOf(today - yearMs), to: dayOf(today) };
  const { data } = useApi("GET /v1/usage", { query }, { staleTime });
  const voices = data?.breakdown ?? [];
  return voices
    .map(({ key, label }): Choice => [key, label])
    .toSorted(([, one], [, other]) => one.localeCompare(other, pageLanguage));
}

/** The number of filters that are set beside the search; a range of time is one. */
const filtersIn = ({
  chosen: { request_type, status, voice_id, api_key_id, from, to },
  hasParagraphs,
}: HistoryFilters) =>
  [request_type, status, voice_id, api_key_id, from ?? to, hasParagraphs || undefined].filter(
    (one) => one !== undefined,
  ).length;

/** Lists the paragraphs of documents, too. */
const ParagraphsField = ({ filters: { hasParagraphs, set } }: FieldsProps) => (
  <div className="checks">
    <label>
      <input
        type="checkbox"
        checked={hasParagraphs}
        onChange={({ target }) => set("documents", target.checked ? "include" : "")}
      />
      {t("Paragraphs of documents")}
    </label>
  </div>
);

/** The search and the filters of the history. */
export function FilterFields({ filters, clearable }: FieldsProps & { readonly clearable: boolean }) {
  const { search, setSearch, set, setAll, chosen } = filters;
  const voices = useSpokenVoices();
  const keys = useKeyChoices();
  return (
    <FilterBar
      className="history-filters"
      count={filtersIn(filters)}
      search={
        <TextField
          label={t("Search")}
          type="search"
          value={search}
          onChange={setSearch}
          placeholder={t("Words of the text or the file name")}
          autoComplete="off"
        />
      }
    >
      <LocalDayRange
        label={t("Date")}
        names={rangeNames}
        range={{ from: chosen.from ?? "", to: chosen.to ?? "" }}
        onChange={setAll}
      />
      <SelectField
        label={t("Type")}
        value={chosen.request_type ?? any}
        onChange={(value) => set("type", value)}
        choices={typeChoices}
      />
      <SelectField
        label={t("Status")}
        value={chosen.status ?? any}
        onChange={(value) => set("status", value)}
        choices={statusChoices}
      />
      <SelectField
        label={t("Voice")}
        value={chosen.voice_id ?? any}
        onChange={(value) => set("voice", value)}
        choices={withAny(t("All voices"), voices, chosen.voice_id)}
      />
      <SelectField
        label={t("API key")}
        value={chosen.api_key_id ?? any}
        onChange={(value) => set("key", value)}
        choices={withAny(t("All keys"), keys, chosen.api_key_id)}
      />
      <ParagraphsField filters={filters} />
      {clearable && (
        <Link className="button plain" href="/account/history">
          {t("Clear filters")}
        </Link>
      )}
    </FilterBar>
  );
}

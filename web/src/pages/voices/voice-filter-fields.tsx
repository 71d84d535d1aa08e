import type { Voice } from "#web/api/types.ts";
import { FilterBar } from "#web/components/filter-bar.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { accentName, ageName, caseName } from "#web/components/voices/voice-words.ts";
import { formatNumber, languageName } from "#web/format.ts";
import { pageLanguage } from "#web/messages/language.ts";
import { t } from "#web/messages/translate.ts";
import { countChoices, type FilterName } from "./filter-voices.ts";
import type { VoiceFilters } from "./use-voice-filters.ts";
import { engineNames, genderNames, qualityNames } from "./voice-facts.ts";

const any = "";

interface FilterFieldsProps {
  readonly filters: VoiceFilters;
  /** The voices that the search has found, whatever is filtered. */
  readonly voices: readonly Voice[];
  /** The names of languages by their tags. */
  readonly languages: ReadonlyMap<string, string>;
}

interface Filter {
  readonly label: string;
  /** The choice of every voice. */
  readonly all: string;
  /** The name of a value. */
  readonly nameOf: (value: string) => string;
}

const nameIn =
  (names: Readonly<Record<string, string>>) =>
  (value: string): string =>
    names[value] ?? value;

const filtersBeside: Readonly<Record<Exclude<FilterName, "language">, Filter>> = {
  gender: { label: t("Gender"), all: t("All"), nameOf: nameIn(genderNames) },
  accent: { label: t("Accent"), all: t("All"), nameOf: accentName },
  age: { label: t("Age"), all: t("All"), nameOf: ageName },
  use: { label: t("Suits"), all: t("All"), nameOf: caseName },
  quality: { label: t("Quality"), all: t("All"), nameOf: nameIn(qualityNames) },
  engine: { label: t("Engine"), all: t("All"), nameOf: nameIn(engineNames) },
};

const counted = (name: string, count: number): string => t("{name} ({count})", { name, count: formatNumber(count) });

const countedBasic = (name: string, count: number): string =>
  t("{name} ({count} basic)", { name, count: formatNumber(count) });

interface FilterFieldProps extends Pick<FilterFieldsProps, "filters" | "voices"> {
  readonly name: FilterName;
  readonly filter: Filter;
}

/** One filter, which says of each choice how many voices it leaves. */
function FilterField({ filters, voices, name, filter: { label, all, nameOf } }: FilterFieldProps) {
  const { chosen, set } = filters;
  const counts = countChoices(voices, filters, name);
  const choices = [...counts.values]
    .map(([value, count]) => ({ value, named: nameOf(value), count }))
    .toSorted((one, other) => one.named.localeCompare(other.named, pageLanguage));
  return (
    <SelectField
      label={label}
      value={chosen[name] ?? any}
      onChange={(value) => set(name, value)}
      choices={[
        [any, counted(all, counts.all)],
        ...choices.map(
          ({ value, named, count }) =>
            [value, (counts.basic.has(value) ? countedBasic : counted)(named, count)] as const,
        ),
      ]}
    />
  );
}

const usualFilters = ["language", "gender", "accent", "use"] as const satisfies readonly FilterName[];
const moreFilters = ["age", "quality", "engine"] as const satisfies readonly FilterName[];

/** The search and, where built-in voices are shown, the filters of the library. */
export function VoiceFilterFields({ filters, voices, languages }: FilterFieldsProps) {
  const { view, search, setSearch, count, chosen } = filters;
  const nameOf = (tag: string): string => languages.get(tag) ?? languageName(tag);
  const all = { ...filtersBeside, language: { label: t("Language"), all: t("All languages"), nameOf } };
  const fields = (names: readonly FilterName[]) =>
    names.map((name) => <FilterField key={name} name={name} filter={all[name]} filters={filters} voices={voices} />);
  return (
    <FilterBar
      className="voice-filters"
      count={count}
      search={
        <TextField
          label={t("Search")}
          type="search"
          value={search}
          onChange={setSearch}
          placeholder={view === "library" ? t("For example: Hindi female") : t("Name or description")}
          autoComplete="off"
        />
      }
      {...(view !== "mine" && {
        more: fields(moreFilters),
        isMoreSet: moreFilters.some((name) => chosen[name] !== undefined),
      })}
    >
      {view === "mine" ? undefined : fields(usualFilters)}
    </FilterBar>
  );
}

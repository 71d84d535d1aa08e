import type { AccountLimits } from "#web/api/types.ts";
import { FilterBar } from "#web/components/filter-bar.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { t } from "#web/messages/translate.ts";
import type { VoiceFilters } from "./use-voice-filters.ts";
import { engineNames, genderNames, qualityNames } from "./voice-facts.ts";

const any = "";

interface FilterFieldsProps {
  readonly filters: VoiceFilters;
  readonly languages: AccountLimits["synthesis_languages"];
}

/** Any of them, or none. */
const choicesOf = (all: string, names: Readonly<Record<string, string>>) =>
  [[any, all], ...Object.entries(names)] as const;

/** The search and, where built-in voices are shown, the filters of the library. */
export function VoiceFilterFields({ filters, languages }: FilterFieldsProps) {
  const { view, search, setSearch, set, language, gender, quality, engine } = filters;
  return (
    <FilterBar
      className="voice-filters"
      count={[language, gender, quality, engine].filter((one) => one !== undefined).length}
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
    >
      {view === "mine" ? undefined : (
        <>
          <SelectField
            label={t("Language")}
            value={language ?? any}
            onChange={(value) => set("language", value)}
            choices={[[any, t("All languages")], ...languageChoices(languages)]}
          />
          <SelectField
            label={t("Gender")}
            value={gender ?? any}
            onChange={(value) => set("gender", value)}
            choices={choicesOf(t("All"), genderNames)}
          />
          <SelectField
            label={t("Quality")}
            value={quality ?? any}
            onChange={(value) => set("quality", value)}
            choices={choicesOf(t("All"), qualityNames)}
          />
          <SelectField
            label={t("Engine")}
            value={engine ?? any}
            onChange={(value) => set("engine", value)}
            choices={choicesOf(t("All"), engineNames)}
          />
        </>
      )}
    </FilterBar>
  );
}

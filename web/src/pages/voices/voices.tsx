import { useState } from "react";
import type { VoicePage } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { SelectField } from "#web/components/field.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { Pager } from "#web/components/pager.tsx";
import { NewVoice } from "./new-voice.tsx";
import { useLimits } from "#web/api/use-limits.ts";
import { VoiceCard } from "./voice-card.tsx";

const limit = 20;
const trainingMs = 1_000;
const any = "";

const kinds = [
  ["custom", "Yours"],
  ["builtin", "Built in"],
] as const;

const isTraining = ({ items }: VoicePage): boolean =>
  items.some(({ status }) => status === "pending" || status === "training");

interface ListProps {
  readonly voices: VoicePage;
  readonly names: ReadonlyMap<string, string>;
  readonly onPage: (page: number) => void;
}

const List = ({ voices, names, onPage }: ListProps) => (
  <>
    <ul className="voices">
      {voices.items.map((voice) => (
        <VoiceCard key={voice.voice_id} voice={voice} language={names.get(voice.language)} />
      ))}
    </ul>
    <Pager page={voices.page} total={voices.total} limit={limit} hasNext={voices.has_next} onPage={onPage} />
  </>
);

const nothing = {
  custom: "You have no voices yet. Create your first voice above, from a recording of 15 seconds or more.",
  builtin: "No built-in voice speaks this language.",
} as const;

/** The voices of the account and those that are built in: making one, watching its training, trying, deleting. */
export function Voices() {
  const limits = useLimits();
  const [type, setType] = useState<"custom" | "builtin">("custom");
  const [language, setLanguage] = useState(any);
  const [page, setPage] = useState(1);
  const asked = type === "builtin" && language !== any ? { language } : {};
  const voices = useApi(
    "GET /v1/voices",
    { query: { type, page, limit, ...asked } },
    { refetchInterval: ({ state: { data } }) => (data !== undefined && isTraining(data) ? trainingMs : false) },
  );
  const languages = limits.data?.spoken_languages ?? [];
  const names = new Map(languages.map(({ tag, name }) => [tag, name]));
  return (
    <>
      <PageHeading title="Voices">
        <NewVoice />
      </PageHeading>
      <p>Create your own voice from a sample: similar pitch, timbre and tone colour, not a clone.</p>
      <div className="row">
        <SelectField
          label="Show"
          value={type}
          onChange={(choice) => {
            setType(choice === "builtin" ? "builtin" : "custom");
            setPage(1);
          }}
          choices={kinds}
        />
        {type === "builtin" && (
          <SelectField
            label="Language"
            value={language}
            onChange={(choice) => {
              setLanguage(choice);
              setPage(1);
            }}
            choices={[[any, "All"], ...languages.map(({ tag, name }) => [tag, name] as const)]}
          />
        )}
      </div>
      <QueryBoundary query={voices}>
        {(known) =>
          known.total === 0 ? (
            <EmptyState>{nothing[type]}</EmptyState>
          ) : (
            <List voices={known} names={names} onPage={setPage} />
          )
        }
      </QueryBoundary>
    </>
  );
}

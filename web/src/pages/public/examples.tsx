import type { ExampleList } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { languageName } from "#web/format.ts";
import { PreviewButton, PreviewProblem } from "#web/components/audio/preview-button.tsx";
import { type Preview, usePreview } from "#web/components/audio/use-preview.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import type { DemoChoice } from "./synthesis-demo.tsx";
import { traitsOf } from "./voice-traits.ts";
import { ExampleTranscript } from "./example-transcript.tsx";
import { t } from "#web/messages/translate.ts";

type Voice = ExampleList["voices"][number];

interface UseProps {
  /** Fills the demo. */
  readonly onUse: (choice: DemoChoice) => void;
}

interface VoiceItemProps extends UseProps {
  readonly voice: Voice;
  readonly preview: Preview;
}

const VoiceItem = ({ voice, preview, onUse }: VoiceItemProps) => (
  <li className="card example-voice">
    <PreviewButton voice={voice} preview={preview} />
    <div>
      <h3>{voice.name}</h3>
      <p className="hint">{[languageName(voice.language), ...traitsOf(voice)].join(", ")}</p>
    </div>
    {voice.quality === "natural" && (
      <span className="badge" data-quality="natural">
        {t("Natural")}
      </span>
    )}
    <a
      className="button quiet"
      href="#demo"
      aria-label={t("Use this voice: {name}", { name: voice.name })}
      onClick={() => onUse({ language: voice.language, voiceId: voice.voice_id })}
    >
      {t("Use this voice")}
    </a>
    <PreviewProblem voice={voice} preview={preview} />
  </li>
);

function VoiceList({ voices, onUse }: Pick<ExampleList, "voices"> & UseProps) {
  const preview = usePreview();
  return (
    <ul className="plain example-voices" aria-label={t("Voices")}>
      {voices.map((voice) => (
        <VoiceItem key={voice.voice_id} voice={voice} preview={preview} onUse={onUse} />
      ))}
    </ul>
  );
}

/** The number of voices that speak in the demo, and of languages, with the way to the list of them. */
function VoiceCount() {
  const limits = useApi("GET /demo.json", {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  if (limits === undefined) return null;
  const count = { voices: limits.voices.length, languages: limits.languages.length };
  return (
    <p>
      {t("{voices, plural, one {# voice} other {# voices}} to choose from, and {languages} languages to speak.", count)}{" "}
      <a href="/docs/voices#the-list">{t("All voices")}</a>
    </p>
  );
}

const useExamples = () => useApi("GET /v1/examples", {}, { staleTime: 60_000 });

/** Voices to hear, and to be used in the demo. */
export function ExampleVoices({ onUse }: UseProps) {
  const examples = useExamples();
  return (
    <section id="listen" aria-labelledby="listen-title">
      <h2 id="listen-title">{t("Voices")}</h2>
      <VoiceCount />
      <QueryBoundary query={examples}>{({ voices }) => <VoiceList voices={voices} onUse={onUse} />}</QueryBoundary>
    </section>
  );
}

/** A recording to hear and its transcript to read, both made by the service; nothing where there is none. */
export function ExampleRecording() {
  const first = useExamples().data?.recordings[0];
  return first !== undefined && <ExampleTranscript recording={first} />;
}

import type { ExampleList } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { languageName } from "#web/format.ts";
import { PreviewButton, PreviewProblem } from "#web/components/audio/preview-button.tsx";
import { type Preview, usePreview } from "#web/components/audio/use-preview.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { ExampleTranscript } from "./example-transcript.tsx";

type Voice = ExampleList["voices"][number];

const genders = { female: "Female", male: "Male" } as const;

const factsOf = ({ language, accent, gender }: Voice): string =>
  [languageName(language), accent, gender === null ? null : genders[gender]].filter((fact) => fact !== null).join(", ");

const VoiceItem = ({ voice, preview }: { readonly voice: Voice; readonly preview: Preview }) => (
  <li className="card example-voice">
    <PreviewButton voice={voice} preview={preview} />
    <div>
      <h3>{voice.name}</h3>
      <p className="hint">{factsOf(voice)}</p>
    </div>
    {voice.quality === "natural" && (
      <span className="badge" data-quality="natural">
        Natural
      </span>
    )}
    <PreviewProblem voice={voice} preview={preview} />
  </li>
);

function VoiceList({ voices }: Pick<ExampleList, "voices">) {
  const preview = usePreview();
  return (
    <ul className="plain example-voices" aria-label="Voices">
      {voices.map((voice) => (
        <VoiceItem key={voice.voice_id} voice={voice} preview={preview} />
      ))}
    </ul>
  );
}

const useExamples = () => useApi("GET /v1/examples", {}, { staleTime: 60_000 });

/** Voices to hear. */
export function ExampleVoices() {
  const examples = useExamples();
  return (
    <section id="listen" aria-labelledby="listen-title">
      <h2 id="listen-title">Voices</h2>
      <QueryBoundary query={examples}>{({ voices }) => <VoiceList voices={voices} />}</QueryBoundary>
    </section>
  );
}

/** A recording to hear and its transcript to read, both made by the service; nothing where there is none. */
export function ExampleRecording() {
  const first = useExamples().data?.recordings[0];
  return first !== undefined && <ExampleTranscript recording={first} />;
}

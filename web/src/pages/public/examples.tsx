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

function Listen({ voices, recordings: [first] }: ExampleList) {
  const preview = usePreview();
  return (
    <div className="examples">
      <ul className="plain example-voices" aria-label="Voices">
        {voices.map((voice) => (
          <VoiceItem key={voice.voice_id} voice={voice} preview={preview} />
        ))}
      </ul>
      {first !== undefined && <ExampleTranscript recording={first} />}
    </div>
  );
}

/** Voices to hear and a transcript to read, which the service has made itself. */
export function Examples() {
  const examples = useApi("GET /v1/examples", {}, { staleTime: 60_000 });
  return (
    <section id="listen" aria-labelledby="listen-title">
      <h2 id="listen-title">Hear it, read it</h2>
      <QueryBoundary query={examples}>{(known) => <Listen {...known} />}</QueryBoundary>
    </section>
  );
}

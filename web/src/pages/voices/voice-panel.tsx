import { Dialog } from "@base-ui/react/dialog";
import { Link } from "wouter";
import type { Voice } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { PreviewButton, PreviewProblem } from "#web/components/audio/preview-button.tsx";
import { hasPreview, usePreview } from "#web/components/audio/use-preview.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { studioWithVoice } from "#web/components/studio-path.ts";
import { voiceDescription } from "#web/components/voices/voice-descriptions.ts";
import { VoiceState } from "#web/components/voices/voice-state.tsx";
import { caseName, tagName } from "#web/components/voices/voice-words.ts";
import { languageName } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { FavoriteButton } from "./favorite-button.tsx";
import { SpeakForm } from "./speak-form.tsx";
import { engineNames, qualityNames, voiceSummary } from "./voice-facts.ts";
import { VoiceSteps } from "./voice-steps.tsx";

interface FactProps {
  readonly name: string;
  readonly value: string | null;
}

const Fact = ({ name, value }: FactProps) =>
  value !== null &&
  value !== "" && (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );

const engineNamesByKey: Readonly<Record<string, string>> = engineNames;

interface VoiceProps {
  readonly voice: Voice;
  /** The name of its language. */
  readonly language: string;
}

const Facts = ({ voice, language }: VoiceProps) => (
  <dl className="measured">
    <Fact name={t("Sound")} value={voice.tags.map(tagName).join(", ")} />
    <Fact name={t("Suits")} value={voice.use_cases.map(caseName).join(", ")} />
    <Fact name={t("Language")} value={language} />
    <Fact name={t("Quality")} value={voice.quality && qualityNames[voice.quality]} />
    <Fact name={t("Model")} value={voice.engine && (engineNamesByKey[voice.engine] ?? voice.engine)} />
    <Fact name={t("Licence")} value={voice.licence} />
  </dl>
);

/** The properties of a voice, its preview, and a sentence of one's own by it and by another voice. */
function Opened({ voice, language }: VoiceProps) {
  const preview = usePreview();
  return (
    <>
      <div className="voice-head">
        <div className="voice-name">
          <Dialog.Title className="dialog-title">{voice.name}</Dialog.Title>
          <p className="hint">{voiceSummary(voice, language)}</p>
        </div>
        <VoiceState voice={voice} />
        <FavoriteButton voice={voice} />
      </div>
      {hasPreview(voice) && (
        <div className="voice-head">
          <PreviewButton voice={voice} preview={preview} /> {t("Sample")}
        </div>
      )}
      <PreviewProblem voice={voice} preview={preview} />
      {voice.description !== "" && <p>{voiceDescription(voice)}</p>}
      <Facts voice={voice} language={language} />
      <div className="row center">
        <Link className="button" href={studioWithVoice(voice.voice_id)}>
          {t("Use in studio")}
        </Link>
        <CopyButton text={voice.voice_id} label={t("Copy ID")} />
      </div>
      <SpeakForm voice={voice} beside="voice" />
    </>
  );
}

interface VoicePanelProps {
  /** The voice that is open; null for none. */
  readonly voiceId: string | null;
  /** The voices of the list behind it. */
  readonly voices: readonly Voice[];
  /** The names of languages by their tags. */
  readonly languages: ReadonlyMap<string, string>;
  /** Opens another voice; with null none. */
  readonly onOpen: (voiceId: string | null) => void;
}

/** The details of a voice beside the list. The address names the voice. */
export function VoicePanel({ voiceId, voices, languages, onOpen }: VoicePanelProps) {
  const voice = useApi(
    "GET /v1/voices/{voice_id}",
    { path: { voice_id: voiceId ?? "" } },
    { enabled: voiceId !== null, placeholderData: () => voices.find((one) => one.voice_id === voiceId) },
  );
  return (
    <Dialog.Root open={voiceId !== null} onOpenChange={(open) => !open && onOpen(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog voice-panel">
          {voiceId !== null && voices.length > 1 && <VoiceSteps voiceId={voiceId} voices={voices} onOpen={onOpen} />}
          <QueryBoundary query={voice}>
            {(found) => (
              <Opened
                key={found.voice_id}
                voice={found}
                language={languages.get(found.language) ?? languageName(found.language)}
              />
            )}
          </QueryBoundary>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

import type { Voice } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatDate } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { CopyButton } from "#web/components/copy-button.tsx";
import { Link } from "wouter";
import { ErrorNotice } from "#web/components/notice.tsx";
import { studioWithVoice } from "#web/components/studio-path.ts";
import { undescribedUses, voiceDescription } from "#web/components/voices/voice-descriptions.ts";
import { VoiceState } from "#web/components/voices/voice-state.tsx";
import { FavoriteButton } from "./favorite-button.tsx";
import { PreviewButton, PreviewProblem } from "#web/components/audio/preview-button.tsx";
import { hasPreview, type Preview } from "#web/components/audio/use-preview.ts";
import { t } from "#web/messages/translate.ts";
import { qualityNames, voiceSummary } from "./voice-facts.ts";
import { CompareVoice } from "./compare-voice.tsx";
import { verdictWords } from "./match-words.ts";
import { ReplaceSample } from "./replace-sample.tsx";
import { TryVoice } from "./try-voice.tsx";
import { TrainingSteps } from "./training-steps.tsx";
import { VoiceDetails } from "./voice-details.tsx";

const states = {
  pending: t("Waiting"),
  training: t("Training…"),
  ready: t("Ready"),
  failed: t("Failed"),
} as const;

function Delete({ voice }: { readonly voice: Voice }) {
  const { mutateAsync } = useApiMutation("DELETE /v1/voices/{voice_id}", ["GET /v1/voices", "GET /v1/usage"]);
  return (
    <ConfirmDialog
      trigger={t("Delete")}
      triggerLabel={t("Delete {name}", { name: voice.name })}
      title={t("Delete “{name}”?", { name: voice.name })}
      action={t("Delete")}
      onConfirm={() => mutateAsync({ path: { voice_id: voice.voice_id } })}
    >
      <p>{t("Its sample is deleted, too. Speech made with it is kept. This cannot be undone.")}</p>
    </ConfirmDialog>
  );
}

const Badges = ({ voice }: { readonly voice: Voice }) => (
  <>
    {voice.quality !== null && (
      <span className="badge" data-quality={voice.quality}>
        {qualityNames[voice.quality]}
      </span>
    )}
    {voice.default && <span className="badge">{t("Language default")}</span>}
    {voice.deprecated && <span className="badge">{t("Deprecated")}</span>}
    {voice.engine_state === null && <span className="badge">{t("Not installed")}</span>}
  </>
);

const isTraining = ({ status }: Voice): boolean => status === "pending" || status === "training";

const isOutdated = ({ error }: Voice): boolean => error?.code === "voice_outdated";

const Status = ({ voice }: { readonly voice: Voice }) => (
  <span role="status" className="badge" data-state={voice.status}>
    {isOutdated(voice) ? t("Outdated") : states[voice.status]}
  </span>
);

function CancelTraining({ voice }: { readonly voice: Voice }) {
  const { mutateAsync } = useApiMutation("DELETE /v1/voices/{voice_id}", ["GET /v1/voices", "GET /v1/usage"]);
  return (
    <ConfirmDialog
      trigger={t("Cancel training")}
      triggerLabel={t("Cancel training of {name}", { name: voice.name })}
      title={t("Cancel the training of “{name}”?", { name: voice.name })}
      action={t("Cancel training")}
      keep={t("Keep training")}
      onConfirm={() => mutateAsync({ path: { voice_id: voice.voice_id } })}
    >
      <p>{t("The voice and its sample are deleted. Nothing was charged. This cannot be undone.")}</p>
    </ConfirmDialog>
  );
}

function TrainAgain({ voice }: { readonly voice: Voice }) {
  const { mutate, error, isPending } = useApiMutation("POST /v1/voices/{voice_id}/train", ["GET /v1/voices"]);
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={t("Train {name} again", { name: voice.name })}
        disabled={isPending}
        onClick={() => mutate({ path: { voice_id: voice.voice_id } })}
      >
        {t("Train again")}
      </button>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

/** The reason why a voice cannot speak, and what the person can do. */
const Failure = ({ voice }: { readonly voice: Voice }) => (
  <>
    <p className="problem">{voice.error?.message}</p>
    <p className="hint">
      {voice.has_sample
        ? t("It is trained from its stored sample and keeps its ID. Training is free.")
        : t("Replace the sample. The voice keeps its name, description and consent, and training is free.")}
    </p>
  </>
);

/** The actions for a voice of the account. */
const OwnActions = ({ voice }: { readonly voice: Voice }) => (
  <>
    {voice.status === "ready" && voice.comparison === null && <TryVoice voice={voice} />}
    {voice.comparison !== null && <CompareVoice voice={voice} />}
    {voice.status === "failed" && voice.has_sample && <TrainAgain voice={voice} />}
    {voice.status === "failed" && <ReplaceSample voice={voice} />}
    <VoiceDetails voice={voice} />
    {voice.status === "ready" && <CopyButton text={voice.voice_id} label={t("Copy ID")} />}
    {isTraining(voice) ? <CancelTraining voice={voice} /> : <Delete voice={voice} />}
  </>
);

/** How a voice sounds, and what it suits where that is not said already. */
function Description({ voice }: { readonly voice: Voice }) {
  const uses = undescribedUses(voice);
  const suits = uses.length === 0 ? "" : t("Suits {uses}.", { uses: uses.join(", ") });
  const words = [voiceDescription(voice), suits].filter(Boolean).join(" ");
  return words !== "" && <p className="voice-description">{words}</p>;
}

interface VoiceCardProps {
  readonly voice: Voice;
  /** The name of its language; undefined when it is not known. */
  readonly language: string | undefined;
  readonly preview: Preview;
  /** Opens the details of a built-in voice. */
  readonly onOpen: () => void;
}

/** One voice: what it is, how it sounds, how far it is, and what can be done with it. */
export const VoiceCard = ({ voice, language, preview, onOpen }: VoiceCardProps) => (
  <li className="card voice" data-own={voice.type === "custom" ? true : undefined}>
    <div className="voice-head">
      {hasPreview(voice) && <PreviewButton voice={voice} preview={preview} />}
      <div className="voice-name">
        <h2>
          {voice.type === "custom" ? (
            voice.name
          ) : (
            <button type="button" aria-haspopup="dialog" onClick={onOpen}>
              {voice.name}
            </button>
          )}
        </h2>
        <p className="hint">
          {voice.type === "custom"
            ? t("Created {date}", { date: formatDate(voice.created_at) })
            : voiceSummary(voice, language)}
        </p>
      </div>
      <FavoriteButton voice={voice} />
    </div>
    <PreviewProblem voice={voice} preview={preview} />
    <p className="voice-badges">
      {voice.type === "custom" ? <Status voice={voice} /> : <Badges voice={voice} />}
      <VoiceState voice={voice} />
    </p>
    <Description voice={voice} />
    {voice.error !== null && <Failure voice={voice} />}
    {isTraining(voice) && <TrainingSteps voice={voice} />}
    {voice.status === "ready" && voice.match !== null && <p>{verdictWords(voice.match)}</p>}
    <div className="voice-actions">
      {voice.status === "ready" && (
        <Link
          className="button quiet"
          href={studioWithVoice(voice.voice_id)}
          aria-label={t("Use in studio: {name}", { name: voice.name })}
        >
          {t("Use in studio")}
        </Link>
      )}
      {voice.type === "custom" ? (
        <OwnActions voice={voice} />
      ) : (
        <>
          {voice.available && <CompareVoice voice={voice} />}
          <button
            type="button"
            className="button quiet"
            aria-haspopup="dialog"
            aria-label={t("Details of {name}", { name: voice.name })}
            onClick={onOpen}
          >
            {t("Details")}
          </button>
        </>
      )}
    </div>
  </li>
);

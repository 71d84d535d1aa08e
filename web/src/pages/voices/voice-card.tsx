import type { Voice } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatDate } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Link } from "wouter";
import { CopyButton } from "#web/components/copy-button.tsx";
import { FavoriteButton } from "./favorite-button.tsx";
import { PreviewButton, PreviewProblem } from "#web/components/audio/preview-button.tsx";
import type { Preview } from "#web/components/audio/use-preview.ts";
import { playgroundPath, qualityNames, voiceSummary } from "./voice-facts.ts";
import { TryVoice } from "./try-voice.tsx";
import { TrainingSteps } from "./training-steps.tsx";
import { VoiceDetails } from "./voice-details.tsx";
import { VoiceMatch } from "./voice-match.tsx";

const states = { pending: "Waiting", training: "Training…", ready: "Ready", failed: "Failed" } as const;

const Measured = ({ measured }: { readonly measured: NonNullable<Voice["measurement"]> }) => (
  <dl className="measured">
    <div>
      <dt>Pitch</dt>
      <dd>{Math.round(measured.median_pitch_hz)} Hz</dd>
    </div>
    <div>
      <dt>Range</dt>
      <dd>{measured.pitch_range_semitones} semitones</dd>
    </div>
    <div>
      <dt>Rate</dt>
      <dd>{measured.syllables_per_second} syllables/s</dd>
    </div>
  </dl>
);

function Delete({ voice }: { readonly voice: Voice }) {
  const { mutateAsync } = useApiMutation("DELETE /v1/voices/{voice_id}", ["GET /v1/voices", "GET /v1/usage"]);
  return (
    <ConfirmDialog
      trigger="Delete"
      triggerLabel={`Delete ${voice.name}`}
      title={`Delete “${voice.name}”?`}
      action="Delete"
      onConfirm={() => mutateAsync({ path: { voice_id: voice.voice_id } })}
    >
      <p>Its sample is deleted, too. Speech made with it is kept. This cannot be undone.</p>
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
    {voice.default && <span className="badge">Language default</span>}
    {voice.deprecated && <span className="badge">Deprecated</span>}
    {voice.type === "builtin" && !voice.available && <span className="badge">Not installed</span>}
  </>
);

const isTraining = ({ status }: Voice): boolean => status === "pending" || status === "training";

const Status = ({ voice: { status } }: { readonly voice: Voice }) => (
  <span role="status" className="badge" data-state={status}>
    {states[status]}
  </span>
);

function CancelTraining({ voice }: { readonly voice: Voice }) {
  const { mutateAsync } = useApiMutation("DELETE /v1/voices/{voice_id}", ["GET /v1/voices", "GET /v1/usage"]);
  return (
    <ConfirmDialog
      trigger="Cancel training"
      triggerLabel={`Cancel training of ${voice.name}`}
      title={`Cancel the training of “${voice.name}”?`}
      action="Cancel training"
      keep="Keep training"
      onConfirm={() => mutateAsync({ path: { voice_id: voice.voice_id } })}
    >
      <p>The voice and its sample are deleted. Nothing was charged. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

/** The actions for a voice of the account. */
const OwnActions = ({ voice }: { readonly voice: Voice }) => (
  <>
    {voice.status === "ready" && <TryVoice voice={voice} />}
    <VoiceDetails voice={voice} />
    {isTraining(voice) ? <CancelTraining voice={voice} /> : <Delete voice={voice} />}
  </>
);

const Result = ({ voice: { status, match, measurement } }: { readonly voice: Voice }) => {
  if (match !== null) return status === "ready" && <VoiceMatch match={match} />;
  return measurement !== null && <Measured measured={measurement} />;
};

interface VoiceCardProps {
  readonly voice: Voice;
  /** The English name of its language; undefined when it is not known. */
  readonly language: string | undefined;
  readonly preview: Preview;
}

/** One voice: what it is, how it sounds, how far it is, and what can be done with it. */
export const VoiceCard = ({ voice, language, preview }: VoiceCardProps) => (
  <li className="card voice">
    <div className="voice-head">
      {voice.preview_url !== null && <PreviewButton voice={voice} preview={preview} />}
      <div className="voice-name">
        <h2>{voice.name}</h2>
        <p className="hint">
          {voice.type === "custom" ? `Created ${formatDate(voice.created_at)}` : voiceSummary(voice, language)}
        </p>
      </div>
      <FavoriteButton voice={voice} />
    </div>
    <PreviewProblem voice={voice} preview={preview} />
    <p className="voice-badges">{voice.type === "custom" ? <Status voice={voice} /> : <Badges voice={voice} />}</p>
    {voice.description !== "" && <p className="voice-description">{voice.description}</p>}
    {voice.error !== null && <p className="problem">{voice.error.message}</p>}
    {voice.error !== null && <p className="hint">Create a new voice from another sample, and delete this one.</p>}
    {isTraining(voice) && <TrainingSteps voice={voice} />}
    {voice.type === "custom" && <Result voice={voice} />}
    <div className="voice-actions">
      {voice.status === "ready" && (
        <Link className="button quiet" href={playgroundPath(voice)} aria-label={`Use in playground: ${voice.name}`}>
          Use in playground
        </Link>
      )}
      {voice.type === "custom" && <OwnActions voice={voice} />}
      <CopyButton text={voice.voice_id} label="Copy ID" />
    </div>
  </li>
);

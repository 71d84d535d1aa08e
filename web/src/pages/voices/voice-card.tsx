import type { Voice } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatDate } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { PreviewButton } from "./preview-button.tsx";
import { TryVoice } from "./try-voice.tsx";
import { DeleteSample, VoiceMatch } from "./voice-match.tsx";

/** What the quality of a built-in voice is called. */
const qualities = { natural: "Natural", standard: "Standard", basic: "Basic" } as const;

/** “Female, American English”; nothing of custom voices. */
const voiceDescription = ({ gender, accent }: Voice, language: string | undefined): string | undefined => {
  if (gender === null) return language;
  const spoken = [accent, language].filter(Boolean).join(" ");
  return [gender === "female" ? "Female" : "Male", spoken].filter((part) => part !== "").join(", ");
};

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
    <div>
      <dt>Formants</dt>
      <dd>{measured.formants_hz.map(Math.round).join(", ")} Hz</dd>
    </div>
    <div>
      <dt>Measured in</dt>
      <dd>{measured.voiced_seconds} s of voice</dd>
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

const Quality = ({ voice: { quality, deprecated, available } }: { readonly voice: Voice }) => (
  <span className="row">
    {deprecated && <span className="badge">Deprecated</span>}
    {!available && <span className="badge">Not installed</span>}
    {quality !== null && (
      <span className="badge" data-quality={quality}>
        {qualities[quality]}
      </span>
    )}
  </span>
);

interface VoiceCardProps {
  readonly voice: Voice;
  /** The English name of its language; undefined when it is not known. */
  readonly language: string | undefined;
}

/** One voice: what it is, how far it is, what was measured, and what can be done with it. */
export const VoiceCard = ({ voice, language }: VoiceCardProps) => (
  <li className="card voice">
    <div className="row between">
      <h2>{voice.name}</h2>
      {voice.type === "custom" ? (
        <span role="status" className="badge" data-state={voice.status}>
          {states[voice.status]}
          {voice.status === "training" && voice.progress > 0 && ` ${voice.progress} %`}
        </span>
      ) : (
        <Quality voice={voice} />
      )}
    </div>
    {voice.description !== "" && <p>{voice.description}</p>}
    {voice.error !== null && <p className="problem">{voice.error.message}</p>}
    <p className="hint">
      {[
        voice.type === "custom" ? `Created ${formatDate(voice.created_at)}` : undefined,
        voiceDescription(voice, language),
      ]
        .filter((part) => part !== undefined)
        .join(", ")}
    </p>
    {voice.match === null
      ? voice.measurement !== null && <Measured measured={voice.measurement} />
      : voice.status === "ready" && <VoiceMatch match={voice.match} />}
    <div className="row">
      {voice.preview_url !== null && <PreviewButton voice={voice} />}
      {voice.status === "ready" && (voice.type === "custom" || voice.available) && <TryVoice voice={voice} />}
      {voice.status === "ready" && voice.has_sample && <DeleteSample voice={voice} />}
      {voice.type === "custom" && <Delete voice={voice} />}
    </div>
  </li>
);

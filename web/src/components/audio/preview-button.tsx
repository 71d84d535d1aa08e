import { Play, Square } from "lucide-react";
import type { Voice } from "#web/api/types.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import type { HeardVoice, Preview } from "./use-preview.ts";

interface PreviewButtonProps {
  readonly voice: HeardVoice & Pick<Voice, "name">;
  readonly preview: Preview;
}

/** A round button that plays the preview of a voice, or ends it. */
export function PreviewButton({ voice, preview: { played, toggle } }: PreviewButtonProps) {
  const state = played?.voiceId === voice.voice_id ? played.state : "idle";
  const isOn = state === "loading" || state === "playing";
  return (
    <button
      type="button"
      className="preview"
      data-state={state}
      aria-label={t(isOn ? "Stop {name}" : "Play {name}", { name: voice.name })}
      aria-busy={state === "loading"}
      onClick={() => toggle(voice)}
    >
      {state === "loading" && <span className="spinner" aria-hidden="true" />}
      {state === "playing" && <Square aria-hidden="true" />}
      {!isOn && <Play aria-hidden="true" />}
    </button>
  );
}

/** Why a preview cannot be played, and a way to try again. */
export const PreviewProblem = ({ voice, preview: { played, toggle } }: PreviewButtonProps) =>
  played?.voiceId === voice.voice_id && played.state === "failed" ? (
    <ErrorNotice error={played.error} retry={() => toggle(voice)} />
  ) : null;

import { useState } from "react";
import type { Voice } from "#web/api/types.ts";

type State = "idle" | "loading" | "playing" | "failed";
const words = { idle: "Listen", loading: "Loading…", playing: "Stop", failed: "Listen" } as const;

/** A button that plays the preview of a voice. The first one to listen waits until it is spoken. */
export function PreviewButton({ voice }: { readonly voice: Voice }) {
  const [state, setState] = useState<State>("idle");
  const isOn = state === "loading" || state === "playing";
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-label={`${isOn ? "Stop" : "Listen to"} ${voice.name}`}
        onClick={() => setState(isOn ? "idle" : "loading")}
      >
        {words[state]}
      </button>
      {isOn && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what it says is no more than that it speaks
        <audio
          autoPlay
          src={`/v1/voices/${voice.voice_id}/preview`}
          onPlaying={() => setState("playing")}
          onEnded={() => setState("idle")}
          onError={() => setState("failed")}
        />
      )}
      {state === "failed" && (
        <span role="status" className="hint">
          The preview cannot be played. Try again later.
        </span>
      )}
    </>
  );
}

import { useEffect, useRef, useState } from "react";
import { send } from "#web/api/call.ts";
import type { Voice } from "#web/api/types.ts";
import { Problem } from "#web/api/problem.ts";
import { t } from "#web/messages/translate.ts";

/** The preview that is played or was refused last. */
interface Played {
  readonly voiceId: string;
  readonly state: "loading" | "playing" | "failed";
  /** Why it cannot be played. */
  readonly error?: unknown;
}

/** Plays previews of voices, one at a time. */
export interface Preview {
  readonly played: Played | null;
  /** Plays the preview of a voice, or ends it. */
  readonly toggle: (voice: HeardVoice) => void;
}

/** A voice that is heard; one of the account says the words of its sample. */
export type HeardVoice = Pick<Voice, "voice_id"> & { readonly type?: Voice["type"] };

/** The sound by which one gets to know a voice. */
export const previewAddress = ({ voice_id: id, type }: HeardVoice): string =>
  `/v1/voices/${id}/${type === "custom" ? "comparison" : "preview"}`;

/** Whether there is one. */
export const hasPreview = (voice: Pick<Voice, "preview_url" | "comparison">): boolean =>
  voice.preview_url !== null || voice.comparison !== null;

/** An audio element does not say why it has failed, so the address is asked once more. */
const reasonOf = (address: string): Promise<unknown> =>
  send(address, {}).then(
    () => new Problem(0, t("The preview cannot be played.")),
    (error: unknown) => error,
  );

/** The first one to listen to a voice waits until its preview has been spoken; other sounds of the page are paused. */
export function usePreview(): Preview {
  const [played, setPlayed] = useState<Played | null>(null);
  const audio = useRef<HTMLAudioElement | null>(null);
  useEffect(() => {
    const pauseForAnother = ({ target }: Event): void => {
      if (target !== audio.current) end();
    };
    const end = (): void => {
      if (audio.current?.paused === false) audio.current.pause();
    };
    document.addEventListener("play", pauseForAnother, { capture: true });
    return () => {
      document.removeEventListener("play", pauseForAnother, { capture: true });
      end();
    };
  }, []);
  const begin = (voice: HeardVoice): void => {
    const { voice_id: voiceId } = voice;
    const address = previewAddress(voice);
    audio.current?.pause();
    for (const other of document.querySelectorAll("audio")) other.pause();
    const sound = new Audio(address);
    const isCurrent = (): boolean => audio.current === sound;
    audio.current = sound;
    setPlayed({ voiceId, state: "loading" });
    sound.addEventListener("playing", () => isCurrent() && setPlayed({ voiceId, state: "playing" }));
    sound.addEventListener("pause", () => isCurrent() && setPlayed(null));
    sound.play().catch(async (error: unknown) => {
      if (error instanceof DOMException && error.name === "AbortError") return;
      const refusal = await reasonOf(address);
      if (isCurrent()) setPlayed({ voiceId, state: "failed", error: refusal });
    });
  };
  const stop = (): void => {
    audio.current?.pause();
    audio.current = null;
    setPlayed(null);
  };
  const isOn = (voiceId: string): boolean => played?.voiceId === voiceId && played.state !== "failed";
  return { played, toggle: (voice) => (isOn(voice.voice_id) ? stop() : begin(voice)) };
}

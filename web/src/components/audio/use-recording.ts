import { useState } from "react";
import { useRevokeObjectUrl } from "./use-revoke-object-url.ts";

/** A sound that a page has, not sent yet. */
export interface Recording {
  readonly audio: Blob;
  readonly name: string;
  /** Where the page can play it. */
  readonly address: string;
}

const extensionOf = ({ type }: Blob): string => (type.includes("mp4") ? "m4a" : "webm");

/** The one recording that a page is about: what was picked or recorded last. */
export function useRecording(): [Recording | null, (audio: Blob) => void] {
  const [recording, setRecording] = useState<Recording | null>(null);
  useRevokeObjectUrl(recording?.address ?? null);
  const take = (audio: Blob): void => {
    const name = audio instanceof File ? audio.name : `recording.${extensionOf(audio)}`;
    setRecording({ audio, name, address: URL.createObjectURL(audio) });
  };
  return [recording, take];
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useDraftKey } from "#web/components/use-draft.ts";
import { useUnsavedWork } from "#web/components/use-unsaved-work.ts";
import { loadRecording, storeRecording } from "./recording-store.ts";
import { useRevokeObjectUrl } from "./use-revoke-object-url.ts";

/** A sound that a page has. */
export interface Recording {
  readonly audio: Blob;
  readonly name: string;
  /** The address under which the page can play it. */
  readonly address: string;
}

const extensionOf = ({ type }: Blob): string => (type.includes("mp4") ? "m4a" : "webm");

const nameOf = (audio: Blob): string => (audio instanceof File ? audio.name : `recording.${extensionOf(audio)}`);

/** A recording as a file with its name. */
export const fileOf = (audio: Blob): File =>
  audio instanceof File ? audio : new File([audio], nameOf(audio), { type: audio.type });

/** A recording with its name, and an address for as long as it is shown. */
function usePlayable(audio: Blob | null): Recording | null {
  const recording = useMemo(() => {
    if (audio === null) return null;
    return { audio, name: nameOf(audio), address: URL.createObjectURL(audio) };
  }, [audio]);
  useRevokeObjectUrl(recording?.address ?? null);
  return recording;
}

/** The one recording that a page is about: what was picked or recorded last. It lasts as long as the page. */
export function useRecording(): [Recording | null, (audio: Blob) => void] {
  const [audio, setAudio] = useState<Blob | null>(null);
  useUnsavedWork(audio !== null);
  return [usePlayable(audio), setAudio];
}

/**
 * The same for a page to which a person comes back: it survives leaving, reloading and an expired session. It is kept in this
 * browser until sign-out, by account and `name`; null takes it away.
 */
export function useKeptRecording(name: string): [Recording | null, (audio: Blob | null) => void] {
  const client = useQueryClient();
  const key = useDraftKey(name);
  const queryKey = ["recording", key];
  const local = { networkMode: "always", retry: false } as const;
  const { data: audio = null } = useQuery({
    ...local,
    queryKey,
    queryFn: async () => client.getQueryData<Blob | null>(queryKey) ?? (await loadRecording(key)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const show = (taken: Blob | null) => client.setQueryData(queryKey, taken);
  const keeping = useMutation({
    ...{ ...local, scope: { id: key }, mutationFn: (taken: Blob | null) => storeRecording(key, taken) },
    onSettled: (_stored, _error, taken) => show(taken),
  });
  // A recording that the browser refuses to store lasts as long as the page.
  useUnsavedWork(audio !== null && (keeping.isPending || keeping.isError));
  const take = (taken: Blob | null): void => {
    // A removed one is shown until it is deleted, since reloading the page before would bring it back.
    if (taken !== null) show(taken);
    keeping.mutate(taken);
  };
  return [usePlayable(audio), take];
}

import { useEffect, useRef, useState } from "react";
import { call } from "#web/api/call.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { useUnsavedWork } from "#web/components/use-unsaved-work.ts";

/** New texts of segments, by their ids; null takes a correction back. */
type Texts = Readonly<Record<number, string | null>>;

/** The corrections of a transcript on their way to the service. */
export interface Corrections {
  /** The texts that the service does not have yet. */
  readonly unsaved: Texts;
  readonly save: (texts: Texts) => void;
  readonly status: "idle" | "pending" | "success" | "error";
  readonly error: Error | null;
  /** Sends what was not saved again. */
  readonly retry: () => void;
}

const operation = "PATCH /v1/speech/requests/{request_id}/transcript";
/** The segments that one call corrects at most. */
const mostSegments = 1_000;

/** The first of them, which one call takes. */
const forOneCall = (texts: Texts): Texts => Object.fromEntries(Object.entries(texts).slice(0, mostSegments));

/** The texts that are still not saved after others were sent. */
const withoutSent = (texts: Texts, sent: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([id, text]) => sent[Number(id)] !== text));

/** Saves corrections of a transcript one call after the other, so that a later text of a segment is never overtaken. */
export function useCorrections(requestId: string): Corrections {
  const [unsaved, setUnsaved] = useState<Texts>({});
  const { mutate, reset, status, error } = useApiMutation(operation, [
    "GET /v1/speech/requests/{request_id}",
    "GET /v1/speech/requests",
  ]);
  const isSaved = Object.keys(unsaved).length === 0;
  useUnsavedWork(!isSaved);
  useEffect(() => {
    if (isSaved || status === "pending" || status === "error") return;
    const sent = forOneCall(unsaved);
    mutate(
      { path: { request_id: requestId }, body: { segments: sent } },
      { onSuccess: () => setUnsaved((texts) => withoutSent(texts, sent)) },
    );
  }, [requestId, unsaved, isSaved, status, mutate]);
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  }, [unsaved]);
  useEffect(
    () => () => {
      const segments = forOneCall(latest.current);
      // The person has left the page, so that a failure has no place to be said at.
      if (Object.keys(segments).length > 0)
        void call(operation, { path: { request_id: requestId }, body: { segments } }).catch(() => undefined);
    },
    [requestId],
  );
  const save = (texts: Texts): void => {
    setUnsaved((others) => ({ ...others, ...texts }));
    if (status === "error") reset();
  };
  return { unsaved, save, status, error, retry: reset };
}

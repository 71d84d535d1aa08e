import { useEffect, useRef, useState } from "react";
import { call, type Input } from "#web/api/call.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { useUnsavedWork } from "#web/components/use-unsaved-work.ts";

/** A change of a segment; null takes one back. */
export interface SegmentChange {
  readonly text?: string | null;
  /** The letter of the speaker to whom it is given. */
  readonly speaker?: string | null;
}

/** Changes of segments, by their ids. */
export type SegmentChanges = Readonly<Record<number, SegmentChange>>;

/** The corrections of a transcript on their way to the service. */
export interface Corrections {
  /** The changes that the service does not have yet. */
  readonly unsaved: SegmentChanges;
  readonly isSaved: boolean;
  readonly save: (changes: SegmentChanges) => void;
  readonly status: "idle" | "pending" | "success" | "error";
  readonly error: Error | null;
  /** Sends what was not saved again. */
  readonly retry: () => void;
}

const operation = "PATCH /v1/speech/requests/{request_id}/transcript";
/** The segments that one call corrects at most. */
const mostSegments = 1_000;

/** The first of them, which one call takes. */
const forOneCall = (changes: SegmentChanges): SegmentChanges =>
  Object.fromEntries(Object.entries(changes).slice(0, mostSegments));

/** The call that makes these changes. */
function callOf(requestId: string, changes: SegmentChanges): Input<typeof operation> {
  const all = Object.entries(changes);
  const texts = all.flatMap(([id, { text }]) => (text === undefined ? [] : [[id, text] as const]));
  const speakers = all.flatMap(([id, { speaker }]) => (speaker === undefined ? [] : [[id, speaker] as const]));
  const body = {
    ...(texts.length > 0 && { segments: Object.fromEntries(texts) }),
    ...(speakers.length > 0 && { segment_speakers: Object.fromEntries(speakers) }),
  };
  return { path: { request_id: requestId }, body };
}

/** The changes that are still not saved after others were sent. */
const withoutSent = (changes: SegmentChanges, sent: SegmentChanges): SegmentChanges =>
  Object.fromEntries(Object.entries(changes).filter(([id, change]) => sent[Number(id)] !== change));

/** Changes on top of others: the text and the speaker of a segment are changed each by itself. */
const withMore = (changes: SegmentChanges, more: SegmentChanges): SegmentChanges => ({
  ...changes,
  ...Object.fromEntries(Object.entries(more).map(([id, change]) => [id, { ...changes[Number(id)], ...change }])),
});

/** Saves corrections of a transcript one call after the other, so that a later one of a segment is never overtaken. */
export function useCorrections(requestId: string): Corrections {
  const [unsaved, setUnsaved] = useState<SegmentChanges>({});
  const { mutate, reset, status, error } = useApiMutation(operation, [
    "GET /v1/speech/requests/{request_id}",
    "GET /v1/speech/requests",
  ]);
  const isSaved = Object.keys(unsaved).length === 0;
  useUnsavedWork(!isSaved);
  useEffect(() => {
    if (isSaved || status === "pending" || status === "error") return;
    const sent = forOneCall(unsaved);
    mutate(callOf(requestId, sent), { onSuccess: () => setUnsaved((changes) => withoutSent(changes, sent)) });
  }, [requestId, unsaved, isSaved, status, mutate]);
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  }, [unsaved]);
  useEffect(
    () => () => {
      const changes = forOneCall(latest.current);
      // The person has left the page, so that a failure has no place to be said at.
      if (Object.keys(changes).length > 0) void call(operation, callOf(requestId, changes)).catch(() => undefined);
    },
    [requestId],
  );
  const save = (changes: SegmentChanges): void => {
    setUnsaved((others) => withMore(others, changes));
    if (status === "error") reset();
  };
  return { unsaved, isSaved, save, status, error, retry: reset };
}

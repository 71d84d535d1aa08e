import { useMemo } from "react";
import { useDraft } from "#web/components/use-draft.ts";
import { type Edits, parseEdits, writeEdits } from "./edited-transcript.ts";

const initial = { requestId: "", texts: "{}" };
const none: Edits = new Map();

/** The changes to the transcript of a request, which this browser keeps until another transcript is changed. */
export function useEdits(requestId: string): [Edits, (edits: Edits) => void] {
  const [draft, { change, clear }] = useDraft("transcript-edits", initial);
  const texts = draft.requestId === requestId ? draft.texts : "{}";
  const edits = useMemo(() => parseEdits(texts), [texts]);
  const keep = (next: Edits): void => (next.size === 0 ? clear() : change({ requestId, texts: writeEdits(next) }));
  return [edits.size === 0 ? none : edits, keep];
}

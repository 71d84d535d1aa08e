import { useEffect } from "react";
import { useSearchParams } from "wouter";
import { call } from "#web/api/call.ts";
import type { FormValues } from "#web/api/synthesize.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { useDraft } from "#web/components/use-draft.ts";

/** The draft that the page keeps until it is used again. */
export interface SpeechDraft extends FormValues {
  readonly compare: boolean;
  /** The second voice, where two are compared. */
  readonly voiceIdB: string;
  /** The requests whose results are shown; empty where there are none. */
  readonly requestId: string;
  readonly requestIdB: string;
}

const sampleText =
  "Welcome! Type anything you like here, choose a voice, and press Speak. You will hear the first sentence while the rest is still being spoken.";

const initial: SpeechDraft = {
  text: sampleText,
  language: "en",
  voiceId: "",
  speed: 1,
  format: "mp3",
  compare: false,
  voiceIdB: "",
  requestId: "",
  requestIdB: "",
};

const undetermined = "und";

type Change = (changed: Partial<SpeechDraft>) => void;

/** As long as nothing was typed, the text is an example in the language that is chosen. */
function useExampleText({ text, language }: SpeechDraft, change: Change): void {
  const languages = useLimits().data?.synthesis_languages ?? [];
  const known = new Map(languages.map((one) => [one.tag, one.example_text]));
  known.set(initial.language, sampleText);
  const example = known.get(language);
  const isExample = [...known.values()].includes(text);
  useEffect(() => {
    if (isExample && example !== undefined && text !== example) change({ text: example });
  }, [isExample, example, text, change]);
}

/** The draft of the account. A voice that the address names (`?voice=ID`) is chosen, with its language. */
export function useSpeechDraft() {
  const [draft, actions] = useDraft("speak", initial);
  useExampleText(draft, actions.change);
  const [params, setParams] = useSearchParams();
  const named = params.get("voice");
  const { change } = actions;
  useEffect(() => {
    if (named === null) return;
    setParams((known) => without(known, "voice"), { replace: true });
    void call("GET /v1/voices/{voice_id}", { path: { voice_id: named } })
      .then(({ language }) => change({ voiceId: named, ...(language !== undetermined && { language }) }))
      // The picker says that the voice is not available.
      .catch(() => change({ voiceId: named }));
  }, [named, setParams, change]);
  return [draft, actions] as const;
}

function without(params: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete(name);
  return rest;
}

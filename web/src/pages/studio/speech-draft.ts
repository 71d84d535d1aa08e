import { useEffect } from "react";
import { useSearchParams } from "wouter";
import { call } from "#web/api/call.ts";
import type { FormValues } from "#web/api/synthesize.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { hasPlainText } from "#web/components/requests/has-plain-text.ts";
import { knownLanguage, valuesOfRequest } from "#web/components/requests/values-of-request.ts";
import { useDraft } from "#web/components/use-draft.ts";

/** The draft that the page keeps until it is used again. */
export interface SpeechDraft extends FormValues {
  readonly compare: boolean;
  /** The second voice, where two are compared. */
  readonly voiceIdB: string;
  readonly bitRate: number;
}

const sampleText =
  "Welcome! Type anything you like here, choose a voice, and press Speak. You will hear the first sentence while the rest is still being spoken.";

const initial: SpeechDraft = {
  text: sampleText,
  language: "en",
  voiceId: "",
  speed: 1,
  format: "mp3",
  bitRate: 0,
  compare: false,
  voiceIdB: "",
};

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

/** The choice of a voice, with its language. */
const choiceOfVoice = (id: string): Promise<Partial<SpeechDraft>> =>
  call("GET /v1/voices/{voice_id}", { path: { voice_id: id } })
    .then(({ language }) => ({ voiceId: id, ...(knownLanguage(language) !== "" && { language }) }))
    // The picker says that the voice is not available.
    .catch(() => ({ voiceId: id }));

/** The text of an earlier request with its settings, to be spoken again; nothing of one that is not there any more. */
export const choiceOfRequest = (id: string): Promise<Partial<SpeechDraft>> =>
  call("GET /v1/speech/requests/{request_id}", { path: { request_id: id } })
    .then((request) => (hasPlainText(request) ? { ...valuesOfRequest(request), bitRate: 0, compare: false } : {}))
    .catch(() => ({}));

/** The parts of the address that choose something, each with what it chooses by the id that it names. */
const choices = { voice: choiceOfVoice, request: choiceOfRequest } as const;

/** Makes the choice that the address names, `?voice=ID` or `?request=ID`, which it then leaves. */
function useNamedChoice(change: Change): void {
  const [params, setParams] = useSearchParams();
  const name = params.has("request") ? "request" : "voice";
  const id = params.get(name);
  useEffect(() => {
    if (id === null) return;
    setParams({}, { replace: true });
    void choices[name](id).then(change);
  }, [name, id, setParams, change]);
}

/** The draft of the account, and what the address chooses of it. */
export function useSpeechDraft() {
  const [draft, actions] = useDraft("speak", initial);
  useExampleText(draft, actions.change);
  useNamedChoice(actions.change);
  return [draft, actions] as const;
}

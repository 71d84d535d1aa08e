import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { Link } from "wouter";
import { fieldProblem } from "#web/api/problem.ts";
import { Form, SubmitRow } from "#web/components/form.tsx";
import { TextField } from "#web/components/field.tsx";
import { CodeDrawer } from "#web/components/code-drawer.tsx";
import { rich, t } from "#web/messages/translate.ts";
import { VoiceStates } from "#web/components/voices/voice-state.tsx";
import { comparedVoices } from "./compared-voices.ts";
import { choiceOfRequest, type SpeechDraft, useSpeechDraft } from "./speech-draft.ts";
import { ReplaceFields } from "./replace-fields.tsx";
import { SpeechFields } from "./speech-fields.tsx";
import { StudioHeading } from "./studio-heading.tsx";
import { synthesisCalls } from "./synthesis-calls.ts";
import { LanguageHint } from "./language-hint.tsx";
import { TakesList } from "./takes-list.tsx";
import { type Take, useTakes } from "#web/components/takes/use-takes.ts";
import { usePrice } from "./use-price.tsx";
import { hasCheapTimes } from "#web/components/voices/use-voices.ts";

const documentsLink = (words: ReactNode): ReactNode => <Link href="/account/documents">{words}</Link>;

/** Says by how much a text is too long, and where longer ones are spoken. */
const TooLong = ({ excess }: { readonly excess: string }) => (
  <>
    {excess} {rich("<link>Documents</link> speak longer texts.", { link: documentsLink })}
  </>
);

/** The voice that speaks a draft. */
type SpokenBy = Pick<ReturnType<typeof usePrice>, "language" | "voices">;

/** The takes that speak a draft: by one voice, or by each of two. */
function takesOf(draft: SpeechDraft, { language, voices }: SpokenBy): readonly Pick<Take, "values" | "letter">[] {
  const { compare, voiceIdB: _second, ...values } = draft;
  const [voiceA, voiceB] = comparedVoices(draft, voices);
  const by = (voiceId: string, letter: Take["letter"]) => ({
    ...{ letter, values: { ...values, voiceId, withWords: hasCheapTimes({ ...values, language }, voices, voiceId) } },
  });
  return compare ? [by(voiceA, "A"), by(voiceB, "B")] : [by(draft.voiceId, "")];
}

/** A draft in whose place another one was put. */
interface ReplacedDraft {
  readonly before: SpeechDraft;
  /** The text that took the place of the one before. */
  readonly text: string;
  /** A sentence that says what was replaced. */
  readonly sentence: string;
}

interface ReplacedTextProps extends Pick<ReplacedDraft, "before" | "sentence"> {
  readonly onUndo: (before: SpeechDraft) => void;
}

/** Says what was replaced, and brings back what was there before. */
const ReplacedText = ({ before, sentence, onUndo }: ReplacedTextProps) => (
  <p className="hint" role="status">
    {sentence}{" "}
    <button type="button" className="button quiet" onClick={() => onUndo(before)}>
      {t("Undo")}
    </button>
  </p>
);

interface ReplacedProps {
  readonly draft: SpeechDraft;
  readonly change: (changed: Partial<SpeechDraft>) => void;
  /** The field of the text, which has the focus after it was brought back. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Puts other fields in place of those of a draft, and brings these back. */
function useReplaced({ draft, change, field }: ReplacedProps) {
  const [replaced, setReplaced] = useState<ReplacedDraft | null>(null);
  const undo = (before: SpeechDraft): void => {
    change(before);
    setReplaced(null);
    field.current?.focus();
  };
  return {
    replaced,
    replace: (chosen: Partial<SpeechDraft>, sentence: string): void => {
      const { text = draft.text } = chosen;
      setReplaced(text === draft.text ? null : { before: draft, text, sentence });
      change(chosen);
    },
    undo,
    /** Undoes by Ctrl and Z what was replaced last: the browser knows only what was typed. */
    undoByKeys: (event: KeyboardEvent): void => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || replaced === null || replaced.text !== draft.text) return;
      event.preventDefault();
      undo(replaced.before);
    },
    keep: () => setReplaced(null),
  };
}

/** Speaking a text with everything that the API offers, what was spoken, and the same call for a program. */
export function Studio() {
  const [draft, { change }] = useSpeechDraft();
  const takes = useTakes();
  const field = useRef<HTMLTextAreaElement>(null);
  const { hint, excess, estimate, ...spokenBy } = usePrice(draft);
  const { voices } = spokenBy;
  const [voiceId] = comparedVoices(draft, voices);
  const { replaced, replace, undo, undoByKeys, keep } = useReplaced({ draft, change, field });
  const speakAll = (): void => {
    keep();
    takes.start(takesOf(draft, spokenBy));
  };
  const use = async (requestId: string): Promise<void> => {
    replace(await choiceOfRequest(requestId), t("Your text and its settings were replaced."));
    field.current?.focus();
  };
  const replaceAll = (text: string, count: number): void =>
    replace({ text }, t("{count, plural, one {# place was replaced.} other {# places were replaced.}}", { count }));
  const [first] = takes.all;
  const errors = takes.all.filter(({ run }) => run === first?.run).map(({ error }) => error);
  return (
    <>
      <StudioHeading>
        <CodeDrawer calls={synthesisCalls({ ...draft, voiceId })} />
      </StudioHeading>
      <VoiceStates voices={voices} />
      <Form className="card studio" onSubmit={speakAll}>
        <div className="studio-text">
          <TextField
            label={t("Text to speak")}
            value={draft.text}
            onChange={(text) => change({ text })}
            hint={hint}
            problem={excess === undefined ? fieldProblem(errors[0], "text") : <TooLong excess={excess} />}
            render={<textarea ref={field} rows={8} onKeyDown={undoByKeys} />}
          />
          <LanguageHint
            language={draft.language}
            estimate={estimate}
            onSwitch={(language) => change({ language, voiceId: "", voiceIdB: "" })}
          />
          <ReplaceFields text={draft.text} field={field} onReplace={replaceAll} />
          {replaced !== null && <ReplacedText {...replaced} onUndo={undo} />}
          <SubmitRow
            action={t("Speak")}
            disabled={takes.all.some(({ isSpeaking }) => isSpeaking) || excess !== undefined}
          />
        </div>
        <SpeechFields draft={draft} voices={voices} onChange={change} errors={[errors[0], errors[1]]} />
      </Form>
      <TakesList takes={takes} onUse={(requestId) => void use(requestId)} />
    </>
  );
}

import { type ReactNode, useRef, useState } from "react";
import { Link } from "wouter";
import type { Voice } from "#web/api/types.ts";
import { fieldProblem } from "#web/api/problem.ts";
import { useApi } from "#web/api/use-api.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { Cost } from "#web/components/cost.tsx";
import { excessOf, lengthOf, lengthWords } from "#web/components/text-length.ts";
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
import { TakesList } from "./takes-list.tsx";
import { type Take, useTakes } from "./use-takes.ts";
import { hasCheapTimes, useVoices } from "#web/components/voices/use-voices.ts";

/**
 * The length of the text, and the cost of speaking it: a credit for each character and voice. A text that is too long cannot be
 * spoken, and has its excess instead.
 */
function useCost({ text, compare }: SpeechDraft): { readonly hint: ReactNode; readonly excess: string | undefined } {
  const limits = useLimits();
  const usage = useApi("GET /v1/usage", {});
  const known = limits.data?.text_max_characters;
  const most = known ?? 5_000;
  const length = t("{length}.", { length: lengthWords(text, most) });
  const excess = known === undefined ? undefined : excessOf(text, known);
  if (excess !== undefined) return { hint: length, excess };
  const cost = <Cost credits={(compare ? 2 : 1) * lengthOf(text)} remaining={usage.data?.credits.tts_remaining} />;
  const hint = (
    <>
      {length} {cost}
    </>
  );
  return { hint, excess };
}

const documentsLink = (words: ReactNode): ReactNode => <Link href="/account/documents">{words}</Link>;

/** Says by how much a text is too long, and where longer ones are spoken. */
const TooLong = ({ excess }: { readonly excess: string }) => (
  <>
    {excess} {rich("<link>Documents</link> speak longer texts.", { link: documentsLink })}
  </>
);

/** The takes that speak a draft: by one voice, or by each of two. */
function takesOf(draft: SpeechDraft, voices: readonly Voice[]): readonly Pick<Take, "values" | "letter">[] {
  const { compare, voiceIdB: _second, ...values } = draft;
  const [voiceA, voiceB] = comparedVoices(draft, voices);
  const by = (voiceId: string, letter: Take["letter"]) => ({
    ...{ letter, values: { ...values, voiceId, withWords: hasCheapTimes(values, voices, voiceId) } },
  });
  return compare ? [by(voiceA, "A"), by(voiceB, "B")] : [by(draft.voiceId, "")];
}

/** A draft in whose place another one was put. */
interface ReplacedDraft {
  readonly before: SpeechDraft;
  /** A sentence that says what was replaced. */
  readonly sentence: string;
}

interface ReplacedTextProps extends Pick<ReplacedDraft, "sentence"> {
  readonly onUndo: () => void;
}

/** Says what was replaced, and brings back what was there before. */
const ReplacedText = ({ sentence, onUndo }: ReplacedTextProps) => (
  <p className="hint" role="status">
    {sentence}{" "}
    <button type="button" className="button quiet" onClick={onUndo}>
      {t("Undo")}
    </button>
  </p>
);

/** Speaking a text with everything that the API offers, what was spoken, and the same call for a program. */
export function Studio() {
  const [draft, { change }] = useSpeechDraft();
  const takes = useTakes();
  const [replaced, setReplaced] = useState<ReplacedDraft | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const voices = useVoices(draft.language);
  const standard = voices.find((voice) => voice.default);
  const { hint, excess } = useCost(draft);
  const speakAll = (): void => {
    setReplaced(null);
    takes.start(takesOf(draft, voices));
  };
  const use = async (requestId: string): Promise<void> => {
    const chosen = await choiceOfRequest(requestId);
    const sentence = t("Your text and its settings were replaced.");
    setReplaced(chosen.text === undefined || chosen.text === draft.text ? null : { before: draft, sentence });
    change(chosen);
    field.current?.focus();
  };
  const replaceAll = (text: string, count: number): void => {
    const sentence = t("{count, plural, one {# place was replaced.} other {# places were replaced.}}", { count });
    setReplaced({ before: draft, sentence });
    change({ text });
  };
  const undo = ({ before }: ReplacedDraft): void => {
    change(before);
    setReplaced(null);
    field.current?.focus();
  };
  const [first] = takes.all;
  const errors = takes.all.filter(({ run }) => run === first?.run).map(({ error }) => error);
  return (
    <>
      <StudioHeading>
        <CodeDrawer calls={synthesisCalls(draft, standard?.voice_id)} />
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
            render={<textarea ref={field} rows={8} />}
          />
          <ReplaceFields text={draft.text} onReplace={replaceAll} />
          {replaced !== null && <ReplacedText sentence={replaced.sentence} onUndo={() => undo(replaced)} />}
          <SubmitRow
            action={t("Speak")}
            disabled={takes.all.some(({ isSpeaking }) => isSpeaking) || excess !== undefined}
          />
        </div>
        <SpeechFields draft={draft} onChange={change} errors={[errors[0], errors[1]]} />
      </Form>
      <TakesList takes={takes} onUse={(requestId) => void use(requestId)} />
    </>
  );
}

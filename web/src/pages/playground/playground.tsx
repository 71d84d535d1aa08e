import type { ReactNode } from "react";
import { fieldProblem } from "#web/api/problem.ts";
import { useApi } from "#web/api/use-api.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { formatCount, formatNumber } from "#web/format.ts";
import { excessOf, lengthOf, lengthWords } from "#web/components/text-length.ts";
import { Form, SubmitRow } from "#web/components/form.tsx";
import { TextField } from "#web/components/field.tsx";
import { PlaygroundHeading } from "./playground-heading.tsx";
import { Snippets } from "#web/components/snippets.tsx";
import { type SpeechDraft, useSpeechDraft } from "./speech-draft.ts";
import { SpeechFields } from "./speech-fields.tsx";
import { SpeechResult } from "./speech-result.tsx";
import { synthesisCalls } from "./synthesis-calls.ts";
import { useSpeech } from "./use-speech.ts";
import { useVoices } from "./use-voices.ts";

/**
 * The length of the text, and the cost of speaking it: a credit for each character and voice. A text that is too long cannot be
 * spoken, and has its excess instead.
 */
function useCost({ text, compare }: SpeechDraft): { readonly hint: string; readonly excess: string | undefined } {
  const limits = useLimits();
  const usage = useApi("GET /v1/usage", {});
  const known = limits.data?.text_max_characters;
  const most = known ?? 5_000;
  const length = `${lengthWords(text, most)}.`;
  const excess = known === undefined ? undefined : excessOf(text, known);
  if (excess !== undefined) return { hint: length, excess };
  const cost = formatCount((compare ? 2 : 1) * lengthOf(text), "credit");
  const left = usage.data?.credits.tts_remaining;
  const rest = left === undefined ? "" : ` of ${formatNumber(left)} remaining`;
  return { hint: `${length} Costs ${cost}${rest}.`, excess };
}

/** The result of one of two voices, under its letter. */
const Compared = ({ letter, children }: { readonly letter: string; readonly children: ReactNode }) => (
  <section className="compared" aria-label={`Voice ${letter}`}>
    <h2>Voice {letter}</h2>
    {children}
  </section>
);

/** Speaking a text with everything that the API offers, and the same call for a program. */
export function Playground() {
  const [draft, { change }] = useSpeechDraft();
  const a = useSpeech(draft.requestId, (requestId) => change({ requestId }));
  const b = useSpeech(draft.requestIdB, (requestIdB) => change({ requestIdB }));
  const standard = useVoices(draft.language, "").find((voice) => voice.default);
  const { hint, excess } = useCost(draft);
  const speakA = (): void => a.start(draft);
  const speakB = (): void => b.start({ ...draft, voiceId: draft.voiceIdB });
  const speakAll = (): void => {
    speakA();
    if (draft.compare) speakB();
  };
  const result = <SpeechResult speech={a} label="Synthesized speech" autoPlay retry={speakA} />;
  return (
    <>
      <PlaygroundHeading title="Speak" />
      <Form className="card" onSubmit={speakAll}>
        <TextField
          label="Text to speak"
          value={draft.text}
          onChange={(text) => change({ text })}
          hint={hint}
          problem={excess ?? fieldProblem(a.error, "text")}
          render={<textarea rows={6} />}
        />
        <SpeechFields draft={draft} onChange={change} errors={[a.error, b.error]} />
        <SubmitRow action="Speak" disabled={a.busy || b.busy || excess !== undefined} />
        {draft.compare ? (
          <div className="voice-comparison">
            <Compared letter="A">{result}</Compared>
            <Compared letter="B">
              <SpeechResult speech={b} label="Synthesized speech of voice B" autoPlay={false} retry={speakB} />
            </Compared>
          </div>
        ) : (
          result
        )}
      </Form>
      <Snippets calls={synthesisCalls(draft, standard?.voice_id)} />
    </>
  );
}

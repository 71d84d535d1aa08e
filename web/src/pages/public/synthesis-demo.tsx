import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "#web/api/call.ts";
import { fieldProblem } from "#web/api/problem.ts";
import type { DemoLimits } from "#web/api/types.ts";
import { Form } from "#web/components/form.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { ErrorNotice, Loading } from "#web/components/notice.tsx";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { excessOf, lengthWords } from "#web/components/text-length.ts";
import { useRevokeObjectUrl } from "#web/components/audio/use-revoke-object-url.ts";
import { traitsOf } from "./voice-traits.ts";
import { t } from "#web/messages/translate.ts";

/** The language and the voice that a visitor has chosen; an empty voice is the default of the language. */
export interface DemoChoice {
  readonly language: string;
  readonly voiceId: string;
}

interface Said extends DemoChoice {
  readonly text: string;
}

/** @returns an address for the audio, which the demo sends to those who ask for audio. @throws Problem */
async function speak({ text, language, voiceId }: Said): Promise<string> {
  const answer = await send("/v1/demo/speech/synthesize", {
    method: "POST",
    // Without credentials: an expired session would be refused.
    credentials: "omit",
    headers: { "Content-Type": "application/json", Accept: "audio/wav" },
    body: JSON.stringify({ text, language, ...(voiceId !== "" && { voice_id: voiceId }) }),
  });
  return URL.createObjectURL(await answer.blob());
}

/** The sound, which plays as soon as it has arrived. */
function Result({ address }: { readonly address: string | null }) {
  useRevokeObjectUrl(address);
  if (address === null) return null;
  return <AudioPlayer src={address} label={t("Synthesized speech")} download="speech.wav" autoPlay />;
}

const english = "Good morning. This sentence was typed, and now you can hear it.";

/** The text to begin with in a language. */
const exampleIn = ({ languages }: DemoLimits, language: string): string =>
  language === "en" ? english : (languages.find(({ tag }) => tag === language)?.example_text ?? english);

interface ChoiceFieldsProps {
  readonly limits: DemoLimits;
  readonly choice: DemoChoice;
  readonly onChoice: (choice: DemoChoice) => void;
}

/** The language, and those of its voices that can be told apart; where there are none its default voice speaks. */
function ChoiceFields({ limits, choice, onChoice }: ChoiceFieldsProps) {
  const voices = limits.voices.filter(({ language }) => language === choice.language);
  return (
    <>
      <SelectField
        label={t("Language")}
        value={choice.language}
        onChange={(language) => onChoice({ language, voiceId: "" })}
        choices={languageChoices(limits.languages)}
      />
      {voices.length > 0 && (
        <SelectField
          label={t("Voice")}
          value={choice.voiceId}
          onChange={(voiceId) => onChoice({ ...choice, voiceId })}
          choices={[
            ["", t("Default")],
            ...voices.map((voice) => [voice.voice_id, [voice.name, ...traitsOf(voice)].join(", ")] as const),
          ]}
        />
      )}
    </>
  );
}

/** Type and listen. */
export function SynthesisDemo({ limits, choice, onChoice }: ChoiceFieldsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { mutate, data = null, error, isPending } = useMutation({ mutationFn: speak });
  const text = typed ?? exampleIn(limits, choice.language);
  const excess = excessOf(text, limits.text_max_characters);
  const problem = fieldProblem(error, "text") ?? fieldProblem(error, "language");
  return (
    <Form onSubmit={() => mutate({ text, ...choice })}>
      <TextField
        label={t("Text to speak")}
        value={text}
        onChange={setTyped}
        hint={lengthWords(text, limits.text_max_characters)}
        problem={excess ?? problem}
        render={<textarea rows={4} />}
      />
      <div className="row">
        <ChoiceFields limits={limits} choice={choice} onChoice={onChoice} />
        <button type="submit" className="button" disabled={isPending || excess !== undefined}>
          {t("Speak")}
        </button>
      </div>
      {isPending && <Loading>{t("Speaking…")}</Loading>}
      {error !== null && problem === undefined && <ErrorNotice error={error} />}
      <Result address={data} />
      <p className="hint">
        {t("Without an account: up to {characters} characters, {texts} texts a minute.", {
          characters: limits.text_max_characters,
          texts: limits.syntheses_per_minute,
        })}
      </p>
    </Form>
  );
}

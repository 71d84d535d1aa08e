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

interface Said {
  readonly text: string;
  readonly language: string;
}

/** @returns an address for the audio, which the demo sends to those who ask for audio. @throws Problem */
async function speak(said: Said): Promise<string> {
  const answer = await send("/v1/demo/speech/synthesize", {
    method: "POST",
    // Without credentials: an expired session would be refused.
    credentials: "omit",
    headers: { "Content-Type": "application/json", Accept: "audio/wav" },
    body: JSON.stringify(said),
  });
  return URL.createObjectURL(await answer.blob());
}

function Result({ address }: { readonly address: string | null }) {
  useRevokeObjectUrl(address);
  if (address === null) return null;
  return <AudioPlayer src={address} label="Synthesized speech" download="speech.wav" autoPlay />;
}

/** Type and listen. */
export function SynthesisDemo({ limits }: { readonly limits: DemoLimits }) {
  const [text, setText] = useState("Good morning. This sentence was typed, and now you can hear it.");
  const [language, setLanguage] = useState("en");
  const { mutate, data = null, error, isPending } = useMutation({ mutationFn: speak });
  const excess = excessOf(text, limits.text_max_characters);
  const problem = fieldProblem(error, "text") ?? fieldProblem(error, "language");
  const submit = (): void => mutate({ text, language });
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Text to speak"
        value={text}
        onChange={setText}
        hint={lengthWords(text, limits.text_max_characters)}
        problem={excess ?? problem}
        render={<textarea rows={4} />}
      />
      <div className="row">
        <SelectField
          label="Language"
          value={language}
          onChange={setLanguage}
          choices={languageChoices(limits.languages)}
        />
        <button type="submit" className="button" disabled={isPending || excess !== undefined}>
          Speak
        </button>
      </div>
      {isPending && <Loading>Speaking…</Loading>}
      {error !== null && problem === undefined && <ErrorNotice error={error} />}
      <Result address={data} />
      <p className="hint">
        Without an account: up to {limits.text_max_characters} characters, {limits.syntheses_per_minute} texts a minute.
      </p>
    </Form>
  );
}

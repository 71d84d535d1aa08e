import { Dialog } from "@base-ui/react/dialog";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { Voice } from "#web/api/types.ts";
import { Form } from "#web/components/form.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { SelectField, TextField } from "#web/components/field.tsx";
import { Loading } from "#web/components/notice.tsx";
import { SynthesisPlayer } from "#web/components/audio/synthesis-player.tsx";
import { ComparePlayers } from "./compare-players.tsx";
import { formatCount } from "#web/format.ts";
import { synthesize } from "#web/api/synthesize.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";

const english = "Good morning. This is how I sound.";

/** The language that a voice speaks by itself; its own language is not always known. */
const languageOf = ({ language }: Voice): string => (language === "und" ? "en" : language);

const hintOf = ({ sample_text: said, has_sample: hasSample }: Voice, text: string): string => {
  const costs = t("This uses {credits}.", { credits: formatCount([...text].length, "credit") });
  if (!hasSample) return costs;
  const compared =
    said === text
      ? t("It is what the sample says, so you can switch between the two.")
      : t("Enter what the sample says to compare the two.");
  return `${costs} ${compared}`;
};

interface SpokenProps {
  readonly voice: Voice;
  readonly text: string;
  readonly address: string;
}

const Spoken = ({ voice, text, address }: SpokenProps) =>
  voice.has_sample ? (
    <ComparePlayers
      voice={voice}
      address={address}
      sampleSeconds={text === voice.sample_text ? Infinity : null}
      autoPlay
    />
  ) : (
    <SynthesisPlayer address={address} />
  );

function TryForm({ voice }: { readonly voice: Voice }) {
  const limits = useLimits();
  const [language, setLanguage] = useState(languageOf(voice));
  const [text, setText] = useState(voice.sample_text ?? (language === "en" ? english : ""));
  const [spoken, setSpoken] = useState("");
  const { mutate, data, error, isPending } = useMutation({ mutationFn: synthesize });
  const submit = (): void => {
    setSpoken(text);
    mutate({ text, language, voiceId: voice.voice_id, speed: 1, format: "mp3" });
  };
  const known = limits.data?.synthesis_languages ?? [{ tag: language, name: language }];
  return (
    <Form onSubmit={submit}>
      <TextField
        label={t("Sentence")}
        value={text}
        onChange={setText}
        hint={hintOf(voice, text)}
        problem={fieldProblem(error, "text")}
        render={<textarea rows={3} />}
      />
      <SelectField label={t("Language")} value={language} onChange={setLanguage} choices={languageChoices(known)} />
      {isPending && <Loading>{t("Speaking…")}</Loading>}
      {error !== null && !isFieldProblem(error) && <WorkError error={error} />}
      {data !== undefined && !isPending && error === null && (
        <Spoken voice={voice} text={spoken} address={data.address} />
      )}
      <DialogActions action={t("Speak")} disabled={isPending} close={t("Close")} />
    </Form>
  );
}

/** A button that lets a voice of the account say something, beside its sample. */
export const TryVoice = ({ voice }: { readonly voice: Voice }) => (
  <Dialog.Root>
    <Dialog.Trigger className="button quiet" aria-label={t("Try {name}", { name: voice.name })}>
      {t("Try")}
    </Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog">
        <Dialog.Title className="dialog-title">{t("Try “{name}”", { name: voice.name })}</Dialog.Title>
        <TryForm voice={voice} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { fieldProblem } from "#web/api/problem.ts";
import { synthesize } from "#web/api/synthesize.ts";
import type { Voice } from "#web/api/types.ts";
import { invalidate, useApi } from "#web/api/use-api.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { Cost } from "#web/components/cost.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { Loading } from "#web/components/notice.tsx";
import { useEstimate } from "#web/components/use-estimate.ts";
import { VoicePicker } from "#web/components/voices/voice-picker.tsx";
import { studioWithVoice } from "#web/components/studio-path.ts";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";
import { ComparePlayers } from "./compare-players.tsx";

const english = "Good morning. This is how I sound.";

/** The language that a voice speaks by itself; its own language is not always known. */
const languageOf = ({ language }: Voice): string => (language === "und" ? "en" : language);

/** Speech is compared with the sample of the voice, or with another voice. */
type Beside = "sample" | "voice";

interface SpeakFormProps {
  readonly voice: Voice;
  readonly beside: Beside;
}

interface Sentence {
  readonly text: string;
  readonly language: string;
  readonly voiceIds: readonly string[];
}

/** A text as each of these voices says it. @throws Problem */
async function speakWithAll({ text, language, voiceIds }: Sentence) {
  const wanted = voiceIds.map((voiceId) => synthesize({ text, language, voiceId, speed: 1, format: "mp3" }));
  return { text, voiceIds, takes: await Promise.all(wanted) };
}

type Spoken = Awaited<ReturnType<typeof speakWithAll>>;

/** The price of a sentence that one voice says, or two. */
function SentenceCost({ text, language, voiceIds: [voiceId = "", otherId = ""] }: Sentence) {
  const usage = useApi("GET /v1/usage", {});
  const hasOther = otherId !== "";
  const first = useEstimate({ text, language, voiceId });
  const second = useEstimate({ text, language, voiceId: otherId }, hasOther);
  return (
    <Cost
      credits={first.credits + (hasOther ? second.credits : 0)}
      remaining={usage.data?.credits.tts_remaining}
      isExact={first.isExact && (!hasOther || second.isExact)}
    />
  );
}

const sampleHint = ({ sample_text: said }: Voice, text: string): string =>
  said === text
    ? t("It is what the sample says, so you can switch between the two.")
    : t("Enter what the sample says to compare the two.");

interface TakesProps extends SpeakFormProps {
  readonly spoken: Spoken;
}

const bringIntoSight = (takes: HTMLElement | null): void => takes?.scrollIntoView({ block: "nearest" });

/** The speech, beside what it is compared with. */
function Takes({ voice, beside, spoken: { text, voiceIds, takes } }: TakesProps) {
  const [first, ...others] = takes;
  if (first === undefined) return null;
  if (beside === "sample") {
    const sampleSeconds = text === voice.sample_text ? Infinity : null;
    return <ComparePlayers voice={voice} address={first.address} sampleSeconds={sampleSeconds} autoPlay />;
  }
  return (
    <div className="compare side-by-side">
      {[first, ...others].map(({ address, voice: name }, index) => (
        <div key={address}>
          <h3>{t("Your sentence by {name}", { name })}</h3>
          <AudioPlayer src={address} label={t("Speech by {name}", { name })} autoPlay={index === 0} />
          <Link
            className="button quiet"
            href={studioWithVoice(voiceIds[index] ?? "")}
            aria-label={t("Use this one: {name}", { name })}
          >
            {t("Use this one")}
          </Link>
        </div>
      ))}
    </div>
  );
}

/** A sentence that a voice says, beside its sample or another voice, and what it costs. */
export function SpeakForm({ voice, beside: wanted }: SpeakFormProps) {
  const beside = wanted === "sample" && voice.has_sample ? "sample" : "voice";
  const client = useQueryClient();
  const limits = useLimits();
  const [language, setLanguage] = useState(languageOf(voice));
  const said = wanted === "sample" ? voice.sample_text : null;
  const [text, setText] = useState(said ?? (language === "en" ? english : ""));
  const [other, setOther] = useState("");
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: speakWithAll,
    onSettled: () => invalidate(client, ["GET /v1/usage"]),
  });
  const sentence = { text, language, voiceIds: [voice.voice_id, other].filter(Boolean) };
  const known = limits.data?.synthesis_languages ?? [{ tag: language, name: language }];
  return (
    <Form onSubmit={() => mutate(sentence)}>
      <TextField
        label={t("Sentence")}
        value={text}
        onChange={setText}
        hint={
          <>
            <SentenceCost {...sentence} /> {beside === "sample" && sampleHint(voice, text)}
          </>
        }
        problem={fieldProblem(error, "text")}
        render={<textarea rows={3} />}
      />
      {voice.type === "custom" && (
        <SelectField label={t("Language")} value={language} onChange={setLanguage} choices={languageChoices(known)} />
      )}
      {beside === "voice" && (
        <div className="row">
          <VoicePicker
            label={t("Compare with")}
            language={language}
            value={other}
            onChange={setOther}
            placeholder={t("No other voice")}
          />
          {other !== "" && (
            <button type="button" className="button quiet" onClick={() => setOther("")}>
              {t("No other voice")}
            </button>
          )}
        </div>
      )}
      {isPending && <Loading>{t("Speaking…")}</Loading>}
      {error !== null && fieldProblem(error, "text") === undefined && <WorkError error={error} />}
      {data !== undefined && !isPending && error === null && (
        <div ref={bringIntoSight}>
          <Takes voice={voice} beside={beside} spoken={data} />
        </div>
      )}
      <DialogActions action={t("Speak")} disabled={isPending} close={t("Close")} />
    </Form>
  );
}

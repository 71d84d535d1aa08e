import { playableFormats } from "#web/api/audio-formats.ts";
import { fieldProblem } from "#web/api/problem.ts";
import type { Voice } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { languageName } from "#web/format.ts";
import { SelectField } from "#web/components/field.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { SpeedSlider } from "#web/components/speed-slider.tsx";
import { t } from "#web/messages/translate.ts";
import { BitRateField } from "./bit-rate-field.tsx";
import { comparedVoices } from "./compared-voices.ts";
import type { SpeechDraft } from "./speech-draft.ts";
import { VoicePicker } from "#web/components/voices/voice-picker.tsx";
import { VoiceQuality } from "./voice-quality.tsx";

/** The voice that is chosen, also where that is the default one of these; undefined while it is not known. */
function useChosenVoice(voiceId: string, voices: readonly Voice[]): Voice | undefined {
  const chosen = useApi("GET /v1/voices/{voice_id}", { path: { voice_id: voiceId } }, { enabled: voiceId !== "" });
  return voiceId === "" ? voices.find((voice) => voice.default) : chosen.data;
}

interface SpeechFieldsProps {
  readonly draft: SpeechDraft;
  /** The voices for the language that it is spoken in. */
  readonly voices: readonly Voice[];
  readonly onChange: (changed: Partial<SpeechDraft>) => void;
  readonly errors: readonly [a: unknown, b: unknown];
}

/** How the text is to be spoken: by one voice, or by two to compare them. The second one stands last, so that nothing moves. */
export function SpeechFields({ draft, voices, onChange, errors: [errorA, errorB] }: SpeechFieldsProps) {
  const limits = useLimits();
  const { language, compare } = draft;
  const [, second] = comparedVoices(draft, voices);
  const chosen = useChosenVoice(draft.voiceId, language === "" ? [] : voices);
  const languages = limits.data?.synthesis_languages ?? [{ tag: "en", name: languageName("en") }];
  return (
    <div className="studio-settings">
      <SelectField
        label={t("Language")}
        value={language}
        onChange={(next) => onChange({ language: next, voiceId: "", voiceIdB: "" })}
        choices={[["", t("Detect automatically")], ...languageChoices(languages)]}
      />
      <VoicePicker
        label={compare ? t("Voice {letter}", { letter: "A" }) : t("Voice")}
        language={language}
        value={draft.voiceId}
        onChange={(voiceId) => onChange({ voiceId })}
        problem={fieldProblem(errorA, "voice_id")}
      />
      <VoiceQuality voice={chosen} voices={voices} />
      <SelectField
        label={t("Format")}
        value={draft.format}
        onChange={(format) => onChange({ format: playableFormats.find((one) => one === format) ?? "mp3", bitRate: 0 })}
        choices={playableFormats.map((format) => [format, format.toUpperCase()])}
      />
      <BitRateField format={draft.format} value={draft.bitRate} onChange={(bitRate) => onChange({ bitRate })} />
      <SpeedSlider value={draft.speed} onChange={(speed) => onChange({ speed })} />
      <div className="checks">
        <label>
          <input
            type="checkbox"
            checked={compare}
            onChange={({ target }) => onChange({ compare: target.checked, voiceIdB: "" })}
          />
          {t("Compare two voices")}
        </label>
      </div>
      {compare && (
        <VoicePicker
          label={t("Voice {letter}", { letter: "B" })}
          language={language}
          value={second}
          onChange={(voiceIdB) => onChange({ voiceIdB })}
          problem={fieldProblem(errorB, "voice_id")}
        />
      )}
    </div>
  );
}

import { Dialog } from "@base-ui/react/dialog";
import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from "react";
import type { Voice } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { PreviewButton, PreviewProblem } from "#web/components/audio/preview-button.tsx";
import { hasPreview, type Preview, usePreview } from "#web/components/audio/use-preview.ts";
import { TextField } from "#web/components/field.tsx";
import { EmptyState } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { useVoiceGroups, useVoices, voiceCharacter, voiceSummary } from "./use-voices.ts";
import { VoiceState } from "./voice-state.tsx";
import { voiceDescription } from "./voice-descriptions.ts";

interface VoicePickerProps {
  readonly label: string;
  /** Empty for any. */
  readonly language: string;
  /** Empty for the default voice of the language. */
  readonly value: string;
  readonly onChange: (voiceId: string) => void;
  readonly problem?: string | undefined;
  /** The choice in words while it is open. */
  readonly placeholder?: string;
}

interface VoiceRowProps {
  readonly voice: Voice;
  readonly chosen: boolean;
  readonly preview: Preview;
  readonly onChoose: () => void;
}

const VoiceRow = ({ voice, chosen, preview, onChoose }: VoiceRowProps) => (
  <li className="voice-row" data-chosen={chosen}>
    {hasPreview(voice) && <PreviewButton voice={voice} preview={preview} />}
    <button type="button" className="voice-choice" aria-pressed={chosen} onClick={onChoose}>
      <span className="picked-name">{voice.name}</span>
      <span className="hint">{[voiceSummary(voice), voiceCharacter(voice)].filter(Boolean).join(" · ")}</span>
      {voice.description !== "" && <span className="hint">{voiceDescription(voice)}</span>}
    </button>
    {voice.quality === "natural" && (
      <span className="badge" data-quality="natural">
        {t("Natural")}
      </span>
    )}
    <VoiceState voice={voice} />
    <PreviewProblem voice={voice} preview={preview} />
  </li>
);

interface VoiceListProps extends Pick<VoicePickerProps, "language" | "value"> {
  readonly onChoose: (voiceId: string) => void;
}

/** The voices of a language in groups, which can be searched and heard. Enter takes the first that a search has found. */
function VoiceList({ language, value, onChoose }: VoiceListProps) {
  const [search, setSearch] = useState("");
  const { groups, isCurrent } = useVoiceGroups(language, search);
  const [takesFirst, setTakesFirst] = useState(false);
  const preview = usePreview();
  const first = groups[0]?.voices[0]?.voice_id;
  const takeFirst = useEffectEvent((): void => {
    if (first !== undefined) onChoose(first);
  });
  useEffect(() => {
    if (takesFirst && isCurrent) takeFirst();
  }, [takesFirst, isCurrent]);
  const change = (text: string): void => {
    setSearch(text);
    setTakesFirst(false);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || search.trim() === "") return;
    event.preventDefault();
    setTakesFirst(true);
  };
  return (
    <>
      <TextField label={t("Search")} value={search} onChange={change} onKeyDown={press} autoComplete="off" />
      {groups.length === 0 && <EmptyState>{t("No voice matches this search.")}</EmptyState>}
      <div className="voice-list">
        {groups.map(({ name, voices }) => (
          <section key={name}>
            <h3>{name}</h3>
            <ul className="plain" aria-label={name}>
              {voices.map((voice) => (
                <VoiceRow
                  key={voice.voice_id}
                  voice={voice}
                  chosen={voice.voice_id === value}
                  preview={preview}
                  onChoose={() => onChoose(voice.voice_id)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

const VoiceDialog = (list: VoiceListProps) => (
  <Dialog.Portal>
    <Dialog.Backdrop className="backdrop" />
    <Dialog.Popup className="dialog">
      <Dialog.Title className="dialog-title">{t("Choose a voice")}</Dialog.Title>
      <VoiceList {...list} />
      <div className="actions">
        <Dialog.Close className="button quiet">{t("Close")}</Dialog.Close>
      </div>
    </Dialog.Popup>
  </Dialog.Portal>
);

/** A voice by its name with its preview, and a dialog to choose another one. */
export function VoicePicker({ label, language, value, onChange, problem, placeholder }: VoicePickerProps) {
  const [open, setOpen] = useState(false);
  const preview = usePreview();
  const id = useId();
  const chosen = useApi("GET /v1/voices/{voice_id}", { path: { voice_id: value } }, { enabled: value !== "" });
  const voices = useVoices(language);
  const standard = language === "" ? undefined : voices.find((voice) => voice.default);
  const usual = placeholder === undefined ? standard : undefined;
  const voice = value === "" ? usual : chosen.data;
  const choose = (voiceId: string): void => {
    onChange(voiceId);
    setOpen(false);
  };
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <div className="picked">
          <Dialog.Trigger
            id={`${id}-value`}
            className="input voice-picker"
            aria-labelledby={`${id}-label ${id}-value`}
            aria-invalid={problem !== undefined}
          >
            <span>
              {voice?.name ?? (chosen.isError ? t("Not available") : (placeholder ?? t("Default")))}
              {voice !== undefined && <span className="soft"> {voiceSummary(voice)}</span>}
            </span>
            <ChevronsUpDown aria-hidden="true" size={18} />
          </Dialog.Trigger>
          {voice !== undefined && hasPreview(voice) && <PreviewButton voice={voice} preview={preview} />}
        </div>
        <VoiceDialog language={language} value={value === "" ? (usual?.voice_id ?? "") : value} onChoose={choose} />
      </Dialog.Root>
      {voice !== undefined && <PreviewProblem voice={voice} preview={preview} />}
      {problem !== undefined && <p className="problem">{problem}</p>}
    </div>
  );
}

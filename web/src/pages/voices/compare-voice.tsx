import { Dialog } from "@base-ui/react/dialog";
import type { Voice } from "#web/api/types.ts";
import { previewAddress } from "#web/components/audio/use-preview.ts";
import { t } from "#web/messages/translate.ts";
import { ComparePlayers } from "./compare-players.tsx";
import { paceOf, paceWords } from "./match-words.ts";
import { SpeakForm } from "./speak-form.tsx";

interface SampleProps {
  readonly voice: Voice;
  readonly comparison: NonNullable<Voice["comparison"]>;
}

/** A voice of the account and its sample, with the same words. */
function BesideSample({ voice, comparison }: SampleProps) {
  const pace = paceOf(voice);
  return (
    <>
      <ComparePlayers voice={voice} address={previewAddress(voice)} sampleSeconds={comparison.sample_seconds} />
      <blockquote className="written">{comparison.text}</blockquote>
      <p className="hint">
        {t("Both say these words. Listening is free.")}{" "}
        {pace !== null && t("Pace: {words}", { words: paceWords(pace) })}
      </p>
      <h3>{t("A sentence of your own")}</h3>
    </>
  );
}

/** A button that lets one hear a voice beside its sample, where the training has made their comparison, and beside another voice. */
export const CompareVoice = ({ voice }: { readonly voice: Voice }) => (
  <Dialog.Root>
    <Dialog.Trigger className="button quiet" aria-label={t("Compare {name}", { name: voice.name })}>
      {t("Compare")}
    </Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog voice-panel">
        <Dialog.Title className="dialog-title">
          {voice.comparison === null
            ? t("“{name}” and another voice", { name: voice.name })
            : t("“{name}” and its sample", { name: voice.name })}
        </Dialog.Title>
        {voice.comparison !== null && <BesideSample voice={voice} comparison={voice.comparison} />}
        <SpeakForm voice={voice} beside="voice" />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);

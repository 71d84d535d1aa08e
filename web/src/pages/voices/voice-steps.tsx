import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import type { Voice } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";

interface StepsProps {
  /** The voice that is open. */
  readonly voiceId: string;
  /** The voices of the list, in their order. */
  readonly voices: readonly Voice[];
  readonly onOpen: (voiceId: string) => void;
}

const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Arrow keys belong to the field, the player or the dialog in front that has the focus. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [role=dialog]:not(.voice-panel)") !== null;

/** The buttons that open the previous and the next voice of a list, as the arrow keys do. The order is kept while a voice becomes a favorite. */
export function VoiceSteps({ voiceId, voices, onOpen }: StepsProps) {
  const [ids] = useState(() => voices.map((voice) => voice.voice_id));
  const at = ids.indexOf(voiceId);
  const idAt = (step: number): string | undefined => (at < 0 ? undefined : ids[at + step]);
  const open = (step: number): void => {
    const id = idAt(step);
    if (id !== undefined) onOpen(id);
  };
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      const step = arrows[key];
      if (step === undefined || ctrlKey || metaKey || altKey || isField(target)) return;
      open(step);
    };
    // A dialog keeps arrow keys to itself, so they are heard on their way to it.
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  });
  return (
    <div className="row between">
      <button
        type="button"
        className="button quiet"
        aria-label={t("Previous voice")}
        disabled={idAt(-1) === undefined}
        onClick={() => open(-1)}
      >
        <ChevronLeft aria-hidden="true" />
        {t("Previous")}
      </button>
      <button
        type="button"
        className="button quiet"
        aria-label={t("Next voice")}
        disabled={idAt(1) === undefined}
        onClick={() => open(1)}
      >
        {t("Next")}
        <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}

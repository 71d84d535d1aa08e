import { ArrowDown, ArrowUp, Play, Plus, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Paragraph } from "#web/api/types.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { t } from "#web/messages/translate.ts";
import { isSettled } from "./use-document.ts";

/** The fields that are open in place of, or below, the text of a paragraph. */
export type OpenFields = "text" | "voice" | "below" | null;

export interface ParagraphActionsProps {
  readonly paragraph: Paragraph;
  /** The number of the paragraph in its chapter, from 1, and how many there are. */
  readonly number: number;
  readonly count: number;
  /** The price of speaking it, in words. */
  readonly cost: string;
  /** True while it is heard. */
  readonly heard: boolean;
  readonly isBusy: boolean;
  readonly open: OpenFields;
  readonly onOpen: (fields: OpenFields) => void;
  readonly onPlay: (on: boolean) => void;
  readonly onSpeak: () => void;
  readonly onMove: (by: -1 | 1) => void;
  /** Null for the only paragraph of a document. */
  readonly onDelete: (() => Promise<unknown>) | null;
}

interface IconProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const IconButton = ({ label, disabled = false, expanded, onClick, children }: IconProps) => (
  <button
    type="button"
    className="button plain icon"
    aria-label={label}
    disabled={disabled}
    {...(expanded !== undefined && { "aria-expanded": expanded })}
    onClick={onClick}
  >
    {children}
  </button>
);

/** Deletes a paragraph: at once where nothing is lost by that, else after a question. A chapter goes with its only paragraph. */
function Delete({
  paragraph,
  number,
  count,
  isBusy,
  onDelete,
}: Pick<ParagraphActionsProps, "paragraph" | "number" | "count" | "isBusy" | "onDelete">) {
  if (onDelete === null) return null;
  const isOnly = count === 1;
  const label = t("Delete paragraph {number}", { number });
  const icon = <Trash2 aria-hidden="true" />;
  if (!isSettled(paragraph) && !isOnly) {
    return (
      <IconButton label={label} disabled={isBusy} onClick={() => void onDelete().catch(() => undefined)}>
        {icon}
      </IconButton>
    );
  }
  return (
    <ConfirmDialog
      trigger={icon}
      triggerLabel={label}
      triggerClass="button plain icon"
      title={t("Delete this paragraph?")}
      action={t("Delete paragraph")}
      onConfirm={onDelete}
    >
      {isOnly && <p>{t("Its chapter has no other paragraph, and is deleted with its title.")}</p>}
      {isSettled(paragraph) && (
        <p>{t("Its audio stays in the history. Should the paragraph come back, it has to be spoken again.")}</p>
      )}
    </ConfirmDialog>
  );
}

/** Hearing and speaking a paragraph. */
function SpeakActions({ paragraph, number, cost, heard, isBusy, onPlay, onSpeak }: ParagraphActionsProps) {
  const { status } = paragraph;
  const [speak, speakIt] = isSettled(paragraph)
    ? [t("Speak again"), t("Speak again: paragraph {number}, for {cost}", { number, cost })]
    : [t("Speak"), t("Speak: paragraph {number}, for {cost}", { number, cost })];
  const player = heard
    ? t("Close the player of paragraph {number}", { number })
    : t("Play paragraph {number}", { number });
  return (
    <>
      {status === "spoken" && (
        <IconButton label={player} expanded={heard} onClick={() => onPlay(!heard)}>
          {heard ? <X aria-hidden="true" /> : <Play aria-hidden="true" />}
        </IconButton>
      )}
      {status !== "queued" && status !== "processing" && (
        <button type="button" className="button plain" disabled={isBusy} aria-label={speakIt} onClick={onSpeak}>
          {speak}
        </button>
      )}
    </>
  );
}

/** The actions of a paragraph: hearing, speaking, changing, moving and deleting it, and adding others below. */
export function ParagraphActions(props: ParagraphActionsProps) {
  const { number, count, isBusy, open, onOpen, onMove } = props;
  const toggle = (fields: OpenFields) => () => onOpen(open === fields ? null : fields);
  return (
    <span className="row-actions">
      <SpeakActions {...props} />
      <button
        type="button"
        className="button plain"
        aria-expanded={open === "text"}
        aria-label={t("Edit paragraph {number}", { number })}
        onClick={toggle("text")}
      >
        {t("Edit")}
      </button>
      <button
        type="button"
        className="button plain"
        aria-expanded={open === "voice"}
        aria-label={t("Voice of paragraph {number}", { number })}
        onClick={toggle("voice")}
      >
        {t("Voice")}
      </button>
      <IconButton
        label={t("Move paragraph {number} up", { number })}
        disabled={isBusy || number === 1}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t("Move paragraph {number} down", { number })}
        disabled={isBusy || number === count}
        onClick={() => onMove(1)}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t("Add below paragraph {number}", { number })}
        expanded={open === "below"}
        onClick={toggle("below")}
      >
        <Plus aria-hidden="true" />
      </IconButton>
      <Delete {...props} />
    </span>
  );
}

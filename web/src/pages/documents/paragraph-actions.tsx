import { ArrowDown, ArrowUp, AudioLines, Merge, MicVocal, Pencil, Plus, Trash2 } from "lucide-react";
import { type RefObject, useRef } from "react";
import type { Paragraph } from "#web/api/types.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { MenuItem, menuItemClass, MoreMenu } from "#web/components/more-menu.tsx";
import { t } from "#web/messages/translate.ts";
import { isSettled } from "./use-document.ts";

/** The fields that are open in place of, or below, the text of a paragraph. */
export type OpenFields = "text" | "voice" | "below" | null;

interface ParagraphActionsProps {
  readonly paragraph: Paragraph;
  /** The number of the paragraph in its chapter, from 1, and how many there are. */
  readonly number: number;
  readonly count: number;
  /** The price of speaking it, in words. */
  readonly cost: string;
  readonly isBusy: boolean;
  readonly onOpen: (fields: OpenFields) => void;
  readonly onSpeak: () => void;
  readonly onMove: (by: -1 | 1) => void;
  /** Null for the first paragraph of a chapter. */
  readonly onJoin: (() => void) | null;
  /** Null for the only paragraph of a document. */
  readonly onDelete: (() => Promise<unknown>) | null;
}

interface DeleteProps extends Pick<ParagraphActionsProps, "paragraph" | "count" | "isBusy" | "onDelete"> {
  readonly menu: RefObject<HTMLButtonElement | null>;
}

/** Deletes a paragraph: at once where nothing is lost by that, else after a question. A chapter goes with its only paragraph. */
function Delete({ paragraph, count, isBusy, onDelete, menu }: DeleteProps) {
  if (onDelete === null) return null;
  const isOnly = count === 1;
  const trigger = (
    <>
      <Trash2 aria-hidden="true" /> {t("Delete")}
    </>
  );
  if (!isSettled(paragraph) && !isOnly) {
    return (
      <MenuItem disabled={isBusy} onClick={() => void onDelete().catch(() => undefined)}>
        {trigger}
      </MenuItem>
    );
  }
  return (
    <ConfirmDialog
      trigger={trigger}
      triggerClass={menuItemClass}
      title={t("Delete this paragraph?")}
      action={t("Delete paragraph")}
      onConfirm={onDelete}
      returnTo={menu}
    >
      {isOnly && <p>{t("Its chapter has no other paragraph, and is deleted with its title.")}</p>}
      {isSettled(paragraph) && (
        <p>{t("Its audio stays in the history. Should the paragraph come back, it has to be spoken again.")}</p>
      )}
    </ConfirmDialog>
  );
}

/** The menu of a paragraph: changing, speaking again, moving and deleting it, and adding others below. */
export function ParagraphActions(props: ParagraphActionsProps) {
  const { paragraph, number, count, cost, isBusy, onOpen, onSpeak, onMove, onJoin } = props;
  const menu = useRef<HTMLButtonElement>(null);
  return (
    <MoreMenu label={t("More for paragraph {number}", { number })} button={menu}>
      <MenuItem onClick={() => onOpen("text")}>
        <Pencil aria-hidden="true" /> {t("Edit")}
      </MenuItem>
      {paragraph.status === "spoken" && (
        <MenuItem disabled={isBusy} onClick={onSpeak}>
          <AudioLines aria-hidden="true" /> {t("Speak again · {cost}", { cost })}
        </MenuItem>
      )}
      <MenuItem onClick={() => onOpen("voice")}>
        <MicVocal aria-hidden="true" /> {t("Voice")}
      </MenuItem>
      <MenuItem disabled={isBusy || number === 1} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden="true" /> {t("Move up")}
      </MenuItem>
      <MenuItem disabled={isBusy || number === count} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden="true" /> {t("Move down")}
      </MenuItem>
      <MenuItem onClick={() => onOpen("below")}>
        <Plus aria-hidden="true" /> {t("Add below")}
      </MenuItem>
      {onJoin !== null && (
        <MenuItem disabled={isBusy} onClick={onJoin}>
          <Merge aria-hidden="true" /> {t("Join with the one before")}
        </MenuItem>
      )}
      <Delete {...props} menu={menu} />
    </MoreMenu>
  );
}

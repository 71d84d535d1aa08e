import type { ReactNode } from "react";

/** The text of a paragraph, as it is shown. */
export interface WrittenText {
  readonly text: string;
  readonly language: string | null;
  readonly onEdit: () => void;
}

interface ParagraphTextProps extends Pick<WrittenText, "language" | "onEdit"> {
  readonly children: ReactNode;
}

/** The text of a paragraph; a click on it, which selects nothing of it, opens its field. */
export const ParagraphText = ({ language, onEdit, children }: ParagraphTextProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the menu does the same for the keyboard
  <p className="written" lang={language ?? undefined} onClick={() => getSelection()?.isCollapsed !== false && onEdit()}>
    {children}
  </p>
);

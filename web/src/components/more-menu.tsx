import { Ellipsis } from "lucide-react";
import { type ReactNode, type Ref, useId } from "react";

interface MoreMenuProps {
  readonly label: string;
  /** The button of the menu, to which the focus returns. */
  readonly button: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** A button that opens a menu of buttons; pressing one of them, Escape or a place beside the menu closes it. */
export function MoreMenu({ label, button, children }: MoreMenuProps) {
  const id = useId();
  return (
    <>
      <button ref={button} type="button" className="button plain icon" popoverTarget={id} aria-label={label}>
        <Ellipsis aria-hidden="true" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the buttons in it are pressed, by keys, too */}
      <div id={id} popover="auto" className="menu" onClick={({ currentTarget }) => currentTarget.hidePopover()}>
        {children}
      </div>
    </>
  );
}

interface MenuItemProps {
  readonly disabled?: boolean;
  readonly onClick: () => void;
  /** Its icon and its name. */
  readonly children: ReactNode;
}

export const menuItemClass = "button plain menu-item";

export const MenuItem = ({ disabled = false, onClick, children }: MenuItemProps) => (
  <button type="button" className={menuItemClass} disabled={disabled} onClick={onClick}>
    {children}
  </button>
);

import { Menu, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Brand } from "./site-brand.tsx";
import { rich, t } from "#web/messages/translate.ts";

interface SideBarProps {
  /** The address and the name of the page that is shown. */
  readonly address: string;
  readonly here: string;
  /** Links. */
  readonly children: ReactNode;
  /** Stays in view below the links. */
  readonly footer: ReactNode;
}

const hidden = (words: ReactNode): ReactNode => <span className="visually-hidden">{words}</span>;

/** The navigation beside the page. A narrow window has it behind a button that names the page, until another one is shown. */
export function SideBar({ address, here, children, footer }: SideBarProps) {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const id = useId();
  const links = useRef<HTMLElement>(null);
  const isOpen = openAt === address;
  useEffect(() => {
    if (!isOpen) return undefined;
    links.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", behavior: "instant" });
    const close = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") setOpenAt(null);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [isOpen]);
  return (
    <header className="side" data-open={isOpen}>
      <div className="side-inner">
        <div className="side-bar">
          <Brand />
          <button
            type="button"
            className="button quiet side-toggle"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpenAt(isOpen ? null : address)}
          >
            {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
            {rich("<hidden>Menu, current page: </hidden>{page}", { hidden, page: here })}
          </button>
        </div>
        <nav id={id} ref={links} aria-label={t("Account")}>
          {children}
        </nav>
        <div className="side-footer">{footer}</div>
      </div>
    </header>
  );
}

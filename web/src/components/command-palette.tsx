import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { PalettePage } from "./use-palette-options.ts";
import { t } from "#web/messages/translate.ts";

const PaletteDialog = lazy(() => import("./palette-dialog.tsx").then((part) => ({ default: part.PaletteDialog })));

/** A button and a key, Ctrl+K, that open a search over pages, voices, requests and the documentation. */
export function CommandPalette({ pages }: { readonly pages: readonly PalettePage[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: KeyboardEvent): void => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    document.addEventListener("keydown", toggle);
    return () => document.removeEventListener("keydown", toggle);
  }, []);
  return (
    <>
      <button
        type="button"
        className="palette-open"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden="true" />
        {t("Search")}
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <PaletteDialog pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

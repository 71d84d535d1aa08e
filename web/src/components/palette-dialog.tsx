import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, useId, useState } from "react";
import { Link } from "wouter";
import { type PaletteGroup, type PaletteOption, type PalettePage, usePaletteOptions } from "./use-palette-options.ts";
import { t } from "#web/messages/translate.ts";

interface PaletteDialogProps {
  readonly pages: readonly PalettePage[];
  readonly onClose: () => void;
}

interface OptionProps {
  readonly option: PaletteOption;
  readonly id: string;
  readonly chosen: boolean;
  readonly onClose: () => void;
}

/** A link, which the arrow keys reach; the documentation is another site. */
function Option({ option: { label, hint, address }, id, chosen, onClose }: OptionProps) {
  const known = { id, role: "option", "aria-selected": chosen, tabIndex: -1, className: "palette-option" } as const;
  const content = (
    <>
      <span className="palette-label">{label}</span>
      <span className="hint">{hint}</span>
    </>
  );
  return address.startsWith("/account") ? (
    <Link href={address} onClick={onClose} {...known}>
      {content}
    </Link>
  ) : (
    <a href={address} onClick={onClose} {...known}>
      {content}
    </a>
  );
}

interface ResultsProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly chosen: PaletteOption | undefined;
  readonly idOf: (option: PaletteOption) => string;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

const Results = ({ id, groups, chosen, idOf, isBusy, onClose }: ResultsProps) => (
  <div
    id={id}
    role="listbox"
    aria-label={t("Results")}
    className="palette-list"
    aria-busy={isBusy}
    hidden={groups.length === 0}
  >
    {groups.map(({ name, options }) => (
      <div key={name} role="group" aria-label={name}>
        <p className="palette-group" aria-hidden="true">
          {name}
        </p>
        {options.map((option) => (
          <Option
            key={`${option.address} ${option.label}`}
            option={option}
            id={idOf(option)}
            chosen={option === chosen}
            onClose={onClose}
          />
        ))}
      </div>
    ))}
  </div>
);

/** Finds pages, voices, requests and parts of the documentation by words, and goes there. */
export function PaletteDialog({ pages, onClose }: PaletteDialogProps) {
  const [text, setText] = useState("");
  const [index, setIndex] = useState(0);
  const id = useId();
  const { groups, isBusy } = usePaletteOptions(pages, text);
  const all = groups.flatMap(({ options }) => options);
  const chosen = all[Math.min(index, all.length - 1)];
  const idOf = (option: PaletteOption): string => `${id}-${all.indexOf(option)}`;
  const find = (option: PaletteOption | undefined) =>
    option === undefined ? null : document.getElementById(idOf(option));
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") find(chosen)?.click();
    if (by === undefined || chosen === undefined) return;
    event.preventDefault();
    const next = (all.indexOf(chosen) + by + all.length) % all.length;
    setIndex(next);
    find(all[next])?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette">
          <Dialog.Title className="visually-hidden">{t("Search")}</Dialog.Title>
          <input
            className="input"
            role="combobox"
            aria-label={t("Search pages, voices, history and documentation")}
            aria-controls={`${id}-list`}
            aria-expanded={all.length > 0}
            aria-autocomplete="list"
            aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
            placeholder={t("Search pages, voices, history and documentation")}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setIndex(0);
            }}
            onKeyDown={press}
          />
          <p role="status" className={all.length === 0 ? "hint" : "visually-hidden"}>
            {all.length === 0 && (isBusy ? t("Searching…") : t("Nothing found. Try other words."))}
          </p>
          <Results {...{ id: `${id}-list`, groups, chosen, idOf, isBusy, onClose }} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

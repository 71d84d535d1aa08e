import { useEffect } from "react";
import type { Playback } from "./use-playback.ts";

/** Has Alt and P play and pause a sound from anywhere on the page, also while a text is edited. */
export function usePlayKey({ toggle }: Pick<Playback, "toggle">): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // With Control it is a letter of some keyboards; a Mac has another sign for the letter.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyP") return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [toggle]);
}

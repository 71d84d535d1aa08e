import { useState } from "react";
import { useUnsavedWork } from "#web/components/use-unsaved-work.ts";

/** A file among others that are to be transcribed. */
export interface ChosenFile {
  /** The same for a file that is chosen twice. */
  readonly id: string;
  readonly audio: File;
}

const idOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`;

/** Files that are to be transcribed together, each once. They last as long as the page. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  useUnsavedWork(chosen.length > 0);
  const add = (files: readonly File[]): void =>
    setChosen((known) => [
      ...new Map(
        [...known, ...files.map((audio) => ({ id: idOf(audio), audio }))].map((one) => [one.id, one]),
      ).values(),
    ]);
  const remove = (id: string): void => setChosen((known) => known.filter((one) => one.id !== id));
  return { chosen, add, remove, clear: () => setChosen([]) };
}

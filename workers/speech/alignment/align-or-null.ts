import type { Owner } from "#workers/speech/engine.ts";
import type { FairSlots } from "#workers/speech/process/fair-slots.ts";
import type { Align, AlignedWord, AlignOptions } from "./align-words.ts";

/** The parts that forced alignment of words needs. */
export interface Alignment {
  /** Undefined where there is no aligner. */
  readonly align: Align | undefined;
  /** A private folder. */
  readonly directory: string;
  readonly slots: FairSlots;
  readonly owner: Owner;
  readonly log: (message: string) => void;
}

/** An aligner that fails, or whose dictionary is not installed, costs the exact times of the words, not the words. */
export async function alignOrNull(
  { align, directory, slots, owner, log }: Alignment,
  work: Omit<AlignOptions, "directory">,
): Promise<readonly AlignedWord[] | null> {
  if (align === undefined) return null;
  try {
    return await slots.run(owner, () => align({ ...work, directory }), work.signal);
  } catch (error) {
    work.signal.throwIfAborted();
    log(`The times of words are estimated: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

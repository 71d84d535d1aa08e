import type { DetectedLanguage } from "#workers/speech/engine.ts";
import { type AskedWindow, isSureOf, leastSpeechSeconds, type Window } from "./language-sections.ts";

/** So many windows are all asked. Of more, so many are asked that are spread over the recording, and others where these differ. */
const mostSpread = 40;
/** A place that says too little is asked so many times, each time a window beside it. */
const mostTries = 3;
/** Where speech of more seconds was clear between two windows, it was in the language in which it was read. */
const longestClearSeconds = 30;

/** The way in which windows are asked. */
interface Asking {
  /** The language in which the windows were read. */
  readonly own: DetectedLanguage;
  readonly ask: (window: Window) => Promise<DetectedLanguage | null>;
  /** Called with the share of the questions, 0 to 1, that were asked as far as their number can be told. */
  readonly onAsked: (share: number) => void;
}

/** The work on the windows that have enough speech to say something. */
interface Search extends Asking {
  readonly windows: readonly Window[];
  readonly found: Map<number, DetectedLanguage | null>;
}

/**
 * Finds the languages of windows by few questions. Windows between two of one language are in that language; where two differ, the
 * place at which the language changes is found by bisection. So a part in another language may go unnoticed that is shorter than a
 * fortieth of the recording, unless its words fit the sound worse than those around it.
 */
export async function askWindows(windows: readonly Window[], asking: Asking): Promise<readonly AskedWindow[]> {
  const search: Search = {
    ...asking,
    windows: windows.filter(({ speechSeconds }) => speechSeconds >= leastSpeechSeconds),
    found: new Map(),
  };
  const spread = spreadOver(search.windows);
  for (const index of spread) {
    await answerOf(search, index);
    asking.onAsked(search.found.size / (2 * spread.length));
  }
  const sure = spread.filter((index) => languageAt(search, index) !== null);
  const edges = [-1, ...sure, search.windows.length];
  for (const [place, end] of edges.slice(1).entries()) await settle(search, edges[place] ?? -1, end);
  const found = new Map(search.windows.map((window, index) => [window, search.found.get(index) ?? null]));
  return windows.map((window) => ({ ...window, found: found.get(window) ?? null }));
}

/** The least clear window of each group of neighbours, and the last one. */
function spreadOver(windows: readonly Window[]): readonly number[] {
  const size = Math.max(1, Math.ceil(windows.length / mostSpread));
  const groups = Math.ceil(windows.length / size);
  const chosen = Array.from({ length: groups }, (_, group) => {
    const indexes = windows.slice(group * size, (group + 1) * size).map((_window, index) => group * size + index);
    return indexes.reduce((worst, index) => (clarity(windows, index) < clarity(windows, worst) ? index : worst));
  });
  return [...new Set([...chosen, windows.length - 1])].filter((index) => index >= 0);
}

const clarity = (windows: readonly Window[], index: number): number => windows[index]?.confidence ?? 1;

async function answerOf({ windows, found, ask }: Search, index: number): Promise<void> {
  const window = windows[index];
  if (window !== undefined) found.set(index, await ask(window));
}

/** The language of a window that was asked and is sure of it, else null. */
function languageAt({ windows, found, own }: Search, index: number): DetectedLanguage | null {
  if (index < 0) return own;
  const [window, answer] = [windows[index], found.get(index) ?? null];
  return window !== undefined && isSureOf({ ...window, found: answer }) ? answer : null;
}

/** Finds the languages between two windows: before the first the recording's own counts, behind the last that of the last one. */
async function settle(search: Search, before: number, behind: number): Promise<void> {
  const first = languageAt(search, before) ?? search.own;
  const last = languageAt(search, behind) ?? first;
  const open = Array.from({ length: Math.max(0, behind - before - 1) }, (_, index) => before + 1 + index).filter(
    (index) => !search.found.has(index),
  );
  if (open.length === 0) return;
  const isOne = first.language === last.language;
  if (isOne && (first.language === search.own.language || isContinuous(search, before, behind))) {
    for (const index of open) search.found.set(index, first);
    return;
  }
  const middle = await askNear(search, open, (before + behind) / 2);
  if (middle === null) {
    for (const index of open) {
      if (!search.found.has(index)) search.found.set(index, 2 * index < before + behind ? first : last);
    }
    return;
  }
  await settle(search, before, middle);
  await settle(search, middle, behind);
}

/** Asks the windows nearest to a place until one is sure of its language; null when none is. */
async function askNear(search: Search, open: readonly number[], place: number): Promise<number | null> {
  const nearest = open.toSorted((one, other) => Math.abs(one - place) - Math.abs(other - place)).slice(0, mostTries);
  for (const index of nearest) {
    await answerOf(search, index);
    if (languageAt(search, index) !== null) return index;
  }
  return null;
}

/** Whether no long stretch of clear speech lies between these windows. */
function isContinuous({ windows }: Search, before: number, behind: number): boolean {
  const within = windows.slice(Math.max(0, before), behind + 1);
  return within.slice(1).every(({ start }, index) => start - (within[index]?.end ?? start) <= longestClearSeconds);
}

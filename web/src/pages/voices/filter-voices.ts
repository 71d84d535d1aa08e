import type { Voice } from "#web/api/types.ts";

type Filtered = Pick<Voice, "language" | "gender" | "accent" | "age" | "use_cases" | "quality" | "engine" | "favorite">;

/** The values of a voice that it is found by, by the name of the filter in the address. */
const valuesOf = {
  language: ({ language }) => [language],
  gender: ({ gender }) => [gender],
  accent: ({ accent }) => [accent],
  age: ({ age }) => [age],
  use: ({ use_cases: uses }) => uses,
  quality: ({ quality }) => [quality],
  engine: ({ engine }) => [engine],
} as const satisfies Readonly<Record<string, (voice: Filtered) => readonly (string | null)[]>>;

export type FilterName = keyof typeof valuesOf;

export const filterNames = [
  "language",
  "gender",
  "accent",
  "age",
  "use",
  "quality",
  "engine",
] as const satisfies readonly FilterName[];

/** The chosen value of each filter that is set. */
export type ChosenFilters = Readonly<Partial<Record<FilterName, string>>>;

/** The chosen filters, and whether basic voices are listed beside better ones. */
export interface VoiceChoice {
  readonly chosen: ChosenFilters;
  readonly withBasic: boolean;
}

const filterVoices = <One extends Filtered>(voices: readonly One[], chosen: ChosenFilters): readonly One[] =>
  voices.filter((voice) =>
    filterNames.every((name) => {
      const wanted = chosen[name];
      return wanted === undefined || valuesOf[name](voice).some((value) => value === wanted);
    }),
  );

const isBasic = ({ quality, favorite }: Filtered): boolean => quality === "basic" && !favorite;

/** The voices without the basic ones, favorites aside; all of them where there are no others, or a quality is chosen. */
function withoutBasic<One extends Filtered>(found: readonly One[], { chosen, withBasic }: VoiceChoice): readonly One[] {
  if (withBasic || chosen.quality !== undefined) return found;
  const better = found.filter((voice) => !isBasic(voice));
  return better.length === 0 ? found : better;
}

/** Voices that were found, and those that are not listed. */
export interface FoundVoices<One> {
  readonly listed: readonly One[];
  /** The number of basic voices that are left out. */
  readonly hidden: number;
  /** The number of basic voices that are listed beside better ones. */
  readonly basic: number;
}

/** The voices that have the chosen value of every filter; basic ones are left out where there are better ones. */
export function findVoices<One extends Filtered>(voices: readonly One[], choice: VoiceChoice): FoundVoices<One> {
  const found = filterVoices(voices, choice.chosen);
  const listed = withoutBasic(found, choice);
  const basic = listed.filter(isBasic).length;
  return { listed, hidden: found.length - listed.length, basic: basic === listed.length ? 0 : basic };
}

/** The number of voices behind each choice of a filter. */
export interface FilterCounts {
  /** The number of voices without this filter. */
  readonly all: number;
  /** The number for each value that the other filters leave, and for the chosen one. */
  readonly values: ReadonlyMap<string, number>;
  /** The values that only basic voices have, which `all` does not count. */
  readonly basic: ReadonlySet<string>;
}

/** Counts the voices behind each choice of a filter under the other filters. The chosen value is among the choices even where no voice has it. */
export function countChoices(voices: readonly Filtered[], choice: VoiceChoice, name: FilterName): FilterCounts {
  const { [name]: own, ...others } = choice.chosen;
  const listedFor = (chosen: ChosenFilters) => findVoices(voices, { ...choice, chosen }).listed;
  const counted = new Set(listedFor(others));
  const valuesNamed = (voice: Filtered) => valuesOf[name](voice).filter((value) => value !== null);
  const named = voices.flatMap(valuesNamed);
  const values = new Set([...(own === undefined ? [] : [own]), ...named]);
  const found = [...values].map((value) => [value, listedFor({ ...others, [name]: value })] as const);
  const offered = found.filter(([value, listed]) => listed.length > 0 || value === own);
  const uncounted = offered.filter(([, listed]) => listed.some((voice) => !counted.has(voice)));
  return {
    all: counted.size,
    values: new Map(offered.map(([value, listed]) => [value, listed.length])),
    basic: new Set(uncounted.map(([value]) => value)),
  };
}

import type { Voice } from "#web/api/types.ts";

type Filtered = Pick<Voice, "language" | "gender" | "accent" | "age" | "use_cases" | "quality" | "engine">;

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

/** The voices that have the chosen value of every filter. */
export const filterVoices = <One extends Filtered>(voices: readonly One[], chosen: ChosenFilters): readonly One[] =>
  voices.filter((voice) =>
    filterNames.every((name) => {
      const wanted = chosen[name];
      return wanted === undefined || valuesOf[name](voice).some((value) => value === wanted);
    }),
  );

/** The number of voices behind each choice of a filter. */
export interface FilterCounts {
  /** The number of voices without this filter. */
  readonly all: number;
  /** The number for each value, 0 where the other filters leave none. */
  readonly values: ReadonlyMap<string, number>;
}

/** Counts the voices behind each choice of a filter under the other filters. The chosen value is among the choices even where no voice has it. */
export function countChoices(voices: readonly Filtered[], chosen: ChosenFilters, name: FilterName): FilterCounts {
  const { [name]: own, ...others } = chosen;
  const found = filterVoices(voices, others);
  const values = new Map<string, number>(own === undefined ? [] : [[own, 0]]);
  const named = (voice: Filtered) => valuesOf[name](voice).filter((value) => value !== null);
  for (const value of voices.flatMap(named)) values.set(value, 0);
  for (const value of found.flatMap(named)) values.set(value, (values.get(value) ?? 0) + 1);
  return { all: found.length, values };
}

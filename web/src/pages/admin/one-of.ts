/** The one of these that a list gave; undefined for anything else, such as all of them. */
export const oneOf = <const Value extends string>(values: readonly Value[], given: string): Value | undefined =>
  values.find((value) => value === given);

import type { DemoLimits } from "#web/api/types.ts";

const genders = { female: "female", male: "male" } as const;

/** The properties that tell a voice from others of its language: "female", "American". */
export const traitsOf = ({
  gender,
  accent,
}: Pick<DemoLimits["voices"][number], "gender" | "accent">): readonly string[] =>
  [gender === null ? null : genders[gender], accent].filter((trait) => trait !== null);

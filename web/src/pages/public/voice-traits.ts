import type { DemoLimits } from "#web/api/types.ts";
import { accentName } from "#web/components/voices/voice-words.ts";
import { type Message, t } from "#web/messages/translate.ts";

const genders = { female: "female", male: "male" } as const satisfies Readonly<Record<string, Message>>;

/** The properties that tell a voice from others of its language: "female", "American". */
export const traitsOf = ({
  gender,
  accent,
}: Pick<DemoLimits["voices"][number], "gender" | "accent">): readonly string[] =>
  [gender === null ? null : t(genders[gender]), accent === null ? null : accentName(accent)].filter(
    (trait) => trait !== null,
  );

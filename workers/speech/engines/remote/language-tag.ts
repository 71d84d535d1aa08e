/** Whisper's languages, in the names by which OpenAI's servers call them. */
const tags = (
  "af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw " +
  "ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su " +
  "sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh"
).split(" ");

const names = new Intl.DisplayNames("en", { type: "language" });
const tagsByName: ReadonlyMap<string, string> = new Map(tags.map((tag) => [(names.of(tag) ?? tag).toLowerCase(), tag]));

/** The primary tag of a language by its tag or its English name, in lower case; null for what is neither. */
export function languageTag(name: string | null): string | null {
  if (name === null) return null;
  const primary = /^([a-z]{2,3})(?:[-_]|$)/.exec(name)?.[1];
  return tagsByName.get(name) ?? (primary !== undefined && tags.includes(primary) ? primary : null);
}

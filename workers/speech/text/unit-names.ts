import type { NounForms, SpokenLanguage } from "./language.ts";
import { unitNames } from "./names-of-intl.ts";

const degrees = { "°C": "celsius", "℃": "celsius", "°F": "fahrenheit", "℉": "fahrenheit", "°": "degree" } as const;
const data = {
  kB: "kilobyte",
  KB: "kilobyte",
  MB: "megabyte",
  GB: "gigabyte",
  TB: "terabyte",
  PB: "petabyte",
} as const;
const measures = {
  "%": "percent",
  g: "gram",
  kg: "kilogram",
  Kg: "kilogram",
  lb: "pound",
  lbs: "pound",
  oz: "ounce",
  mm: "millimeter",
  cm: "centimeter",
  m: "meter",
  km: "kilometer",
  Km: "kilometer",
  mi: "mile",
  ft: "foot",
  yd: "yard",
  ha: "hectare",
  ml: "milliliter",
  mL: "milliliter",
  l: "liter",
  L: "liter",
  ms: "millisecond",
  s: "second",
  sec: "second",
  secs: "second",
  min: "minute",
  mins: "minute",
  h: "hour",
  hr: "hour",
  hrs: "hour",
  "km/h": "kilometer-per-hour",
  "m/s": "meter-per-second",
  kmph: "kilometer-per-hour",
  mph: "mile-per-hour",
  mpg: "mile-per-gallon",
  gal: "gallon",
} as const;

const units: ReadonlyMap<string, string> = new Map(Object.entries({ ...degrees, ...data, ...measures }));

/** The names of a unit by its sign, which is written with the right capitals; null for what is no unit. */
export function unitNamesOf(sign: string, { tag, units: own }: SpokenLanguage): NounForms | null {
  const names = Object.hasOwn(own, sign) ? own[sign] : undefined;
  if (names !== undefined) return names;
  const unit = units.get(sign);
  return unit === undefined ? null : unitNames(tag, unit);
}

/** Signs that are units only within `N/m²`. */
const inRatios: Readonly<Record<string, string>> = {
  N: "newton",
  J: "joule",
  Pa: "pascal",
  K: "kelvin",
  W: "watt",
  V: "volt",
};

/** `s²` as `second squared` where it has no name of its own; null for what is no unit. */
function namesWithPower(sign: string, language: SpokenLanguage): NounForms | null {
  const names = unitNamesOf(sign, language);
  if (names !== null) return names;
  const [, unit = "", power = ""] = /^(.{1,6})([²³])$/u.exec(sign) ?? [];
  const own = unit === "" ? null : unitNamesOf(unit, language);
  const squared = language.names.powers[power === "²" ? 0 : 1];
  return own && [`${own[0]} ${squared}`, `${own[1]} ${squared}`];
}

function nameInRatio(sign: string, language: SpokenLanguage): NounForms | null {
  const name = inRatios[sign];
  if (name === undefined) return namesWithPower(sign, language);
  return [name, language.tag === "en" && name !== "kelvin" ? `${name}s` : name];
}

/** `N·m`: of the last one there are many. */
function productNames(sign: string, language: SpokenLanguage): NounForms | null {
  const [first = null, second, ...more] = sign.split("·").map((one) => nameInRatio(one, language));
  if (second === undefined) return first;
  return first && second && more.length === 0 ? [`${first[0]} ${second[0]}`, `${first[0]} ${second[1]}`] : null;
}

/** The same with `kg/day`, `m/s²`, `N/m²`, `N·m` and `l/100km`. */
export function ratioNamesOf(sign: string, language: SpokenLanguage): NounForms | null {
  const [unit = "", other, ...more] = sign.split("/");
  const names = namesWithPower(sign, language);
  if (names !== null || more.length > 0 || sign.length > 40) return names;
  if (other === undefined) return sign.includes("·") ? productNames(sign, language) : null;
  const own = productNames(unit, language);
  const hundred = other === "100km" ? unitNamesOf("km", language)?.[1] : undefined;
  if (own === null || (hundred === undefined && !/^\p{L}{1,20}[²³]?$/u.test(other))) return null;
  const whole = hundred === undefined ? nameInRatio(other, language)?.[0] : `${language.cardinal("100")} ${hundred}`;
  const per = `${language.names.per} ${whole ?? other}`;
  return [`${own[0]} ${per}`, `${own[1]} ${per}`];
}

import { dateLocale, pageLanguage } from "./messages/language.ts";
import { type Message, t } from "./messages/translate.ts";

const number = new Intl.NumberFormat(pageLanguage);
const shortNumber = new Intl.NumberFormat(pageLanguage, { notation: "compact", maximumFractionDigits: 1 });
const roughNumber = new Intl.NumberFormat(pageLanguage, { maximumSignificantDigits: 4 });
const rupees = new Intl.NumberFormat(pageLanguage === "en" ? "en-IN" : pageLanguage, {
  style: "currency",
  currency: "INR",
  maximumFractionDigits: 0,
});
const day = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat(dateLocale, { timeStyle: "short" });
const utcMonth = new Intl.DateTimeFormat(dateLocale, { month: "short", year: "numeric", timeZone: "UTC" });
const utcDate = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeZone: "UTC" });
const utcDay = new Intl.DateTimeFormat(dateLocale, { day: "numeric", month: "short", timeZone: "UTC" });

/** 1234567 as "1,234,567". */
export const formatNumber = (value: number): string => number.format(value);

/** 1234567 as "1.2M". */
export const formatShortNumber = (value: number): string => shortNumber.format(value);

/** The plurals of what can be counted, by its name in the singular. */
const counted = {
  channel: "{count, plural, one {# channel} other {# channels}}",
  character: "{count, plural, one {# character} other {# characters}}",
  credit: "{count, plural, one {# credit} other {# credits}}",
  day: "{count, plural, one {# day} other {# days}}",
  heading: "{count, plural, one {# heading} other {# headings}}",
  model: "{count, plural, one {# model} other {# models}}",
  "open session": "{count, plural, one {# open session} other {# open sessions}}",
  paragraph: "{count, plural, one {# paragraph} other {# paragraphs}}",
  recording: "{count, plural, one {# recording} other {# recordings}}",
  request: "{count, plural, one {# request} other {# requests}}",
  second: "{count, plural, one {# second} other {# seconds}}",
  speaker: "{count, plural, one {# speaker} other {# speakers}}",
  term: "{count, plural, one {# term} other {# terms}}",
  text: "{count, plural, one {# text} other {# texts}}",
  voice: "{count, plural, one {# voice} other {# voices}}",
  word: "{count, plural, one {# word} other {# words}}",
} as const satisfies Readonly<Record<string, Message>>;

/** How many of something: "1 text", "1,200 texts". */
export const formatCount = (count: number, one: keyof typeof counted): string => t(counted[one], { count });

/** The length of a list as the API tells it. */
export interface Total {
  readonly total: number;
  readonly total_is_estimate: boolean;
}

/** The length of a list: "1,234", and an estimate to four digits, "about 1,234,000". */
export const formatTotal = ({ total, total_is_estimate: isEstimate }: Total): string =>
  isEstimate ? t("about {number}", { number: roughNumber.format(total) }) : formatNumber(total);

/** Whole rupees: "₹1,999". */
export const formatPrice = (priceInr: number): string => rupees.format(priceInr);

/** An amount in the smallest unit of its currency, in short where asked: 199900 of INR as "₹1,999.00" or "₹2K". */
export function formatAmount(amount: number, currency: string, notation: "standard" | "compact" = "standard"): string {
  const whole = new Intl.NumberFormat(pageLanguage, { style: "currency", currency });
  const inUnits = amount / 10 ** (whole.resolvedOptions().maximumFractionDigits ?? 0);
  if (notation === "standard") return whole.format(inUnits);
  return new Intl.NumberFormat(pageLanguage, { style: "currency", currency, notation }).format(inUnits);
}

/** A month of a report (YYYY-MM): "Nov 2026". */
export const formatReportMonth = (month: string): string => utcMonth.format(new Date(`${month}-01T00:00:00Z`));

/** An ISO time as a day where the reader is. */
export const formatDate = (iso: string): string => day.format(new Date(iso));

/** An ISO time as day and time where the reader is. */
export const formatDateTime = (iso: string): string => moment.format(new Date(iso));

/** An ISO time as the time of the day where the reader is: "14:03". */
export const formatTime = (iso: string): string => clock.format(new Date(iso));

/** A recent ISO time where the reader is: "Today, 14:03", "Yesterday, 09:30"; others as `formatDateTime`. */
export function formatRecent(iso: string, now: Date = new Date()): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const date = new Date(iso);
  const isOn = (other: Date): boolean => date.toDateString() === other.toDateString();
  const name = isOn(now) ? t("Today") : isOn(yesterday) ? t("Yesterday") : null;
  return name === null ? formatDateTime(iso) : `${name}, ${clock.format(date)}`;
}

/** A day of a report (YYYY-MM-DD), which is one of UTC. */
export const formatReportDate = (date: string): string => utcDay.format(new Date(`${date}T00:00:00Z`));

/** The same with its year. */
export const formatReportDateOfYear = (date: string): string => utcDate.format(new Date(`${date}T00:00:00Z`));

/** Seconds of speech: "40 s", "12 min", "10 h". */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return t("{number} s", { number: Math.round(seconds * 10) / 10 });
  if (seconds < 2 * 3600) return t("{number} min", { number: Math.round(seconds / 60) });
  return t("{number} h", { number: formatNumber(Math.round(seconds / 3600)) });
}

/** Milliseconds of work: "240 ms", "3.1 s", "12 min". */
export const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1_000 ? t("{number} ms", { number: Math.round(milliseconds) }) : formatDuration(milliseconds / 1_000);

/** Seconds as a clock shows them: "0:07", "61:40". */
export const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;

/** Bytes in whole MiB. */
export const formatMebibytes = (bytes: number): string =>
  t("{number} MiB", { number: Math.floor(bytes / 1024 / 1024) });

const binaryUnits = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;
const unitOf = (steps: number): (typeof binaryUnits)[number] => binaryUnits[steps] ?? "TiB";

/** Bytes in the unit that leaves a number below 1,024: "0 bytes", "8 KiB", "1.2 GiB". */
export function formatBytes(bytes: number): string {
  const steps = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), binaryUnits.length - 1);
  const value = bytes / 1024 ** steps;
  const shown = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return t(`{number} ${unitOf(steps)}`, { number: formatNumber(shown) });
}

const languages = new Intl.DisplayNames(pageLanguage, { type: "language", fallback: "code" });

/** Names that browsers do not have, or that differ from those of the API. */
const ownNames: Readonly<Record<string, string>> = {
  ba: t("Bashkir"),
  bn: t("Bengali"),
  bo: t("Tibetan"),
  ff: t("Fula"),
  kam: t("Kamba"),
  kea: t("Kabuverdianu"),
  luo: t("Luo"),
  tl: t("Tagalog"),
  umb: t("Umbundu"),
};

/** A language tag as a name: "en" as "English"; `und` is "Unknown", `auto` "Detect automatically". */
export function languageName(tag: string): string {
  if (tag.toLowerCase() === "auto") return t("Detect automatically");
  if (tag === "und") return t("Unknown");
  try {
    return ownNames[tag] ?? languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** A share of 0 to 1 as "64%"; what is not nothing is not "0%", and what is not all not "100%": nearly all is "99.9%". */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return t("less than 1%");
  return `${share > 0.99 && share < 1 ? Math.floor(share * 1000) / 10 : Math.round(share * 100)}%`;
}

/** The name of a file that is made of a recording: that of the recording with another ending, or `otherwise` where it has none. */
export function fileNameOf(recording: string | null, ending: string, otherwise: string): string {
  const name = recording?.replace(/\.[^.\s]{1,5}$/, "").trim();
  return `${name === undefined || name === "" ? otherwise : name}.${ending}`;
}

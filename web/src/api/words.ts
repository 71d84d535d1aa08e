const number = new Intl.NumberFormat("en");
const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 0 });
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const utcDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** 1234567 as "1,234,567". */
export const numberWords = (value: number): string => number.format(value);

/** Whole rupees; nothing to pay is "Free". */
export const priceWords = (priceInr: number): string => (priceInr === 0 ? "Free" : rupees.format(priceInr));

/** An ISO time as a day where the reader is. */
export const dayWords = (iso: string): string => day.format(new Date(iso));

/** An ISO time as day and time where the reader is. */
export const momentWords = (iso: string): string => moment.format(new Date(iso));

/** A day of a report (YYYY-MM-DD), which is one of UTC. */
export const reportDayWords = (date: string): string => utcDay.format(new Date(`${date}T00:00:00Z`));

/** Seconds of speech: "40 s", "12 min", "10 h". */
export function durationWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`;
  return `${numberWords(Math.round(seconds / 3600))} h`;
}

/** Bytes in whole MiB. */
export const mebibyteWords = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MiB`;

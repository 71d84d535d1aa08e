import type { CreditPool } from "#src/domain/credits/queries.ts";

const units = { tts: "character", asr: "second" } as const;
const number = new Intl.NumberFormat("en");
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

export const numberOf = (count: number): string => number.format(count);

/** An amount of credits, such as "1,000 characters". */
export const amountOf = (pool: CreditPool, credits: number): string =>
  `${numberOf(credits)} ${units[pool]}${credits === 1 ? "" : "s"}`;

/** A day (UTC), such as "28 February 2027". */
export const dayOf = (date: Date): string => day.format(date);

/** A moment, such as "28 February 2027 at 10:00 UTC". */
export const momentOf = (date: Date): string => `${moment.format(date)} UTC`;

/** The page on which plans and credits are bought. */
export const billingPage = (publicUrl: string): string => `${publicUrl}/account/billing`;

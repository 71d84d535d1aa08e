import { randomInt } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An id as the provider makes them: what it names, and 14 letters and digits. */
export const newId = (kind: "order" | "pay" | "rfnd" | "evt"): string =>
  `${kind}_${Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;

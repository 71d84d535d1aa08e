const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The sound in a message of JSON; null where the value is no base64. */
export const soundOf = (value: unknown): Buffer | null =>
  typeof value === "string" && value.length % 4 === 0 && base64.test(value) ? Buffer.from(value, "base64") : null;

/** Replaces control characters, since texts that strangers choose must not command the terminal. */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, "\ufffd");

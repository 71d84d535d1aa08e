/** What strangers choose must not be able to command the terminal. */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, "\ufffd");

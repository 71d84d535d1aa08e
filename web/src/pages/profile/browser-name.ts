import { t } from "#web/messages/translate.ts";

/** The marks of browsers in a user agent; the more particular ones first, since they name the others, too. */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
] as const;
const systems = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
] as const;

const firstOf = (names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A user agent as "Firefox on Windows"; one that names no browser we know as it is. */
export function browserName(userAgent: string): string {
  const browser = firstOf(browsers, userAgent);
  if (browser === undefined) return userAgent || t("Unknown browser");
  const system = firstOf(systems, userAgent);
  return system === undefined ? browser : t("{browser} on {system}", { browser, system });
}

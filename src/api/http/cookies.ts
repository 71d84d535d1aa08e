import { trimWhitespace } from "./trim-whitespace.ts";

/**
 * Cookies of our own: with the prefix `__Host-` a browser takes them over https (and from this machine) only, sends
 * them to this host only, and keeps its scripts away from them (RFC 6265bis, 4.1.3).
 */
export const sessionCookie = "__Host-speech_session";
/** Ties an attempt to sign in to the browser that began it. */
export const signInCookie = "__Host-speech_signin";

/** The theme that a person has chosen, `light` or `dark`, which the pages write. */
export const themeCookie = "speech_theme";

/** All values of a cookie in a `Cookie` header. More than one means that another site planted one. */
export const cookieValues = (header: string | undefined, name: string): readonly string[] =>
  (header ?? "").split(";").flatMap((pair) => {
    const [key = "", ...value] = pair.split("=");
    return trimWhitespace(key) === name ? [trimWhitespace(value.join("="))] : [];
  });

/** The one value of a cookie; null when there is none or more than one. */
export function onlyCookie(header: string | undefined, name: string): string | null {
  const values = cookieValues(header, name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** The `Set-Cookie` that keeps a value for `maxAgeSeconds`; 0 removes it. */
export const setCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`;

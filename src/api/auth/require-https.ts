import { DomainError } from "#src/errors.ts";

const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Refuses where no browser would keep our cookies: on plain http, except on this machine. `host` is the request's.
 * @throws DomainError `https_required`
 */
export function requireHttps(host: string | undefined, { publicUrl }: { readonly publicUrl: string }): void {
  const { protocol, host: ownHost } = new URL(publicUrl);
  if (protocol === "https:" || (thisMachine.test(ownHost) && thisMachine.test(host ?? ""))) return;
  throw new DomainError("https_required");
}

/**
 * Where a browser should rather begin, when it came by another name of this machine than the one that the provider leads
 * back to: cookies of the one are not sent to the other. null when it is right where it is.
 */
export function loopbackRedirect(
  host: string | undefined,
  { publicUrl }: { readonly publicUrl: string },
): string | null {
  const { host: ownHost } = new URL(publicUrl);
  const [name, ownName] = [thisMachine.exec(host ?? "")?.[1], thisMachine.exec(ownHost)?.[1]];
  return name !== undefined && ownName !== undefined && name !== ownName ? publicUrl : null;
}

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

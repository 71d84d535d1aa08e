import { DomainError } from "#src/errors.ts";

/**
 * Refuses calls that another site makes a browser send: those whose `Origin` is not ours, or that have none.
 * @throws DomainError `origin_mismatch`
 */
export function requireOwnOrigin(origin: string | undefined, { publicUrl }: { readonly publicUrl: string }): void {
  if (origin !== new URL(publicUrl).origin) throw new DomainError("origin_mismatch");
}

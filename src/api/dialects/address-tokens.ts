import { z } from "zod";
import { text } from "#src/api/validation/text.ts";
import { openedBy, openSecretBox } from "#src/domain/callbacks/secret-box.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";

type Sealing = Pick<Resources, "db" | "config">;

/** A thing that an address permits without a key. */
interface Permission {
  /** A word for what may be done. */
  readonly kind: string;
  readonly id: string;
}

/**
 * Makes tokens for addresses which permit one kind of thing with one object for so many seconds, without a key. Only this installation
 * can make and read them.
 * @param now in milliseconds
 */
export async function openTokens(
  resources: Sealing,
  { kind, seconds }: Pick<Permission, "kind"> & { readonly seconds: number },
  now = Date.now(),
): Promise<(id: string) => string> {
  const box = await openSecretBox(resources);
  const until = Math.floor(now / 1000) + seconds;
  return (id) => box.seal(`${kind} ${id} ${until}`).toString("base64url");
}

/** Characters; ours have some two hundred. */
const tokenMax = 500;

/** The query of such an address. */
export const tokenQuery = z.object({
  token: text({ min: 1, max: tokenMax }).meta({ description: "Of the address.", examples: ["AAECAwQFBgc"] }),
});

/** @throws DomainError `forbidden` where a token does not permit this, or no more */
export async function requirePermission(resources: Sealing, token: string, { kind, id }: Permission): Promise<void> {
  const opened = openedBy(await openSecretBox(resources), Buffer.from(token, "base64url"));
  const [permitted, itsId, until] = opened?.split(" ") ?? [];
  if (permitted === kind && itsId === id && Number(until) > Date.now() / 1000) return;
  throw new DomainError("forbidden", "This address is not valid, or has expired. Ask for another one.");
}

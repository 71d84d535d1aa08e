import { openedBy, openSecretBox } from "#src/domain/callbacks/secret-box.ts";
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

/** Whether a token permits this now. */
export async function isPermitted(resources: Sealing, token: string, { kind, id }: Permission): Promise<boolean> {
  const opened = openedBy(await openSecretBox(resources), Buffer.from(token, "base64url"));
  const [permitted, itsId, until] = opened?.split(" ") ?? [];
  return permitted === kind && itsId === id && Number(until) > Date.now() / 1000;
}

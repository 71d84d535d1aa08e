import type { Dialect } from "#src/api/dialects/dialect.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import type { Route } from "#src/api/route.ts";
import { authenticateApiKey } from "#src/domain/api-keys/authenticate-api-key.ts";
import { grantTemporaryToken } from "#src/domain/api-keys/grant-temporary-token.ts";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { rotateApiKey } from "#src/domain/api-keys/rotate-api-key.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { CallOptions } from "#harness/clients/client.ts";
import { sessionCookieOf, signedIn } from "#harness/clients/session.ts";
import { newAccount, newKey, type TestAccount } from "#harness/service/account.ts";
import { makeAdmin } from "./rows.ts";

/** The answer to a caller whom a route does not let in. */
type Refusal = readonly [status: number, code: string];

/** A kind of caller, and what it is answered on a route; null stands for the answer of a valid call. */
interface CallerKind {
  readonly shown: string;
  readonly options: () => CallOptions | Promise<CallOptions>;
  readonly refusal: (route: Route) => Refusal | null;
  /** The credential is of an account that the object of the call does not belong to. */
  readonly foreign?: true;
}

/** Accounts and all kinds of callers. */
interface Callers {
  readonly owner: TestAccount;
  readonly stranger: TestAccount;
  readonly admin: TestAccount;
  readonly kinds: readonly CallerKind[];
}

const forbidden: Refusal = [403, "forbidden"];
const noRefusal = () => null;

/** The status of an answer to a caller who is not known; Sarvam has no 401. */
const unknownIn = ({ path }: Route): number => (dialectAt(path)?.name === "sarvam" ? 403 : 401);

/** A credential that is not valid is refused even where none is needed, but for the routes that look at none. */
const invalid =
  (code: string) =>
  (route: Route): Refusal | null =>
    route.access === "public" ? null : [unknownIn(route), code];
const isNobody = (route: Route): Refusal | null =>
  route.access === "public" || route.access === "optional" ? null : [unknownIn(route), "missing_credentials"];
const isUser = ({ access }: Route): Refusal | null => (access === "admin" ? forbidden : null);

/** A key that was replaced makes, changes and ends no key, its own included. */
const isReplaced = (route: Route): Refusal | null => isUser(route) ?? (givesRights(route) ? forbidden : null);
const givesRights = ({ method, path }: Route): boolean =>
  path.endsWith("/approve") || (path.startsWith("/v1/api-keys") && method !== "get");
const isTemporary = ({ access, temporaryTokens }: Route): Refusal | null =>
  access === "public" || temporaryTokens ? null : forbidden;

/** A dialect knows no cookies, and a key only where its own clients send it. */
const inDialects =
  (isKnown: (dialect: Dialect) => boolean, elsewhere: CallerKind["refusal"]) =>
  (route: Route): Refusal | null => {
    const dialect = dialectAt(route.path);
    // Without an upgrade, a path that takes WebSockets looks at no credential.
    const isOpen = dialect === null || route.access === "public";
    return isOpen || isKnown(dialect) ? elsewhere(route) : [unknownIn(route), "missing_credentials"];
  };
const withSession = (refusal: CallerKind["refusal"]) => inDialects(() => false, refusal);

/** Opens accounts, and one credential of each kind, for a service whose own pages have this origin. */
export async function openCallers(
  resources: Resources,
  fromOurPages: Readonly<Record<string, string>>,
): Promise<Callers> {
  const { db } = resources;
  const open = () => newAccount(resources, 1_000_000);
  const [owner, stranger, admin, closed] = [await open(), await open(), await open(), await open()];
  await makeAdmin(resources, admin.userId);
  const idOf = async (key: string) => (await authenticateApiKey(resources, key)).apiKeyId;
  const endedKey = async (end: { readonly revoked_at: Date } | { readonly expires_at: Date }): Promise<string> => {
    const key = await newKey(resources, owner.userId);
    await db
      .updateTable("api_keys")
      .set(end)
      .where("id", "=", await idOf(key))
      .execute();
    return key;
  };
  const past = new Date(Date.now() - 1);
  const [revoked, expired] = [await endedKey({ revoked_at: past }), await endedKey({ expires_at: past })];
  const replaced = await newKey(resources, owner.userId);
  const rotation = { userId: owner.userId, creator: operator, graceDays: 7, maxLive: 1_000 };
  await rotateApiKey(resources, { ...rotation, apiKeyId: await idOf(replaced) });
  const token = await grantTemporaryToken(resources, { apiKeyId: await idOf(owner.key), ttlSeconds: 3_600 });
  const expiredToken = await grantTemporaryToken(resources, { apiKeyId: await idOf(owner.key), ttlSeconds: 0 });
  const withdrawn = await newKey(resources, owner.userId);
  const withdrawnId = await idOf(withdrawn);
  const orphan = await grantTemporaryToken(resources, { apiKeyId: withdrawnId, ttlSeconds: 3_600 });
  await db.updateTable("api_keys").set({ revoked_at: past }).where("id", "=", withdrawnId).execute();
  await db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", closed.userId).execute();

  /** Signs in, and lets the session end. */
  const endedSession = async (): Promise<CallOptions> => {
    const { cookie } = await signedIn(resources, owner.userId, "ended");
    await db.updateTable("sessions").set({ expires_at: past }).where("user_agent", "=", "ended").execute();
    return { cookie, headers: fromOurPages };
  };
  const invalidKey = invalid("invalid_api_key");
  const key = (shown: string, value: string, refusal: CallerKind["refusal"]): CallerKind => ({
    ...{ shown, refusal },
    options: () => ({ key: value }),
  });
  const kinds: readonly CallerKind[] = [
    { shown: "nothing", options: () => ({}), refusal: isNobody },
    key("an unknown key", newApiKey(), invalidKey),
    key("a malformed key", "nonsense", invalidKey),
    key("a revoked key", revoked, invalidKey),
    key("a key past its grace", expired, invalidKey),
    key("the key of a closed account", closed.key, invalidKey),
    key("a key", owner.key, isUser),
    {
      shown: "the same key as Bearer",
      options: () => ({ headers: { authorization: `bearer ${owner.key}` } }),
      refusal: inDialects(({ name }) => name !== "elevenlabs", isUser),
    },
    key("a replaced key in its grace", replaced, isReplaced),
    key("a temporary token", token, isTemporary),
    key("an expired temporary token", expiredToken, invalidKey),
    key("a temporary token of a revoked key", orphan, invalidKey),
    { ...key("a key of another account", stranger.key, isUser), foreign: true },
    { ...key("an admin's key", admin.key, noRefusal), foreign: true },
    { shown: "a session", options: () => signedIn(resources, owner.userId), refusal: withSession(isUser) },
    {
      shown: "an admin's session",
      options: () => signedIn(resources, admin.userId),
      refusal: withSession(noRefusal),
      foreign: true,
    },
    { shown: "an expired session", options: endedSession, refusal: withSession(invalid("invalid_session")) },
    {
      shown: "a made-up session",
      options: () => ({ cookie: sessionCookieOf("nonsense"), headers: fromOurPages }),
      refusal: withSession(invalid("invalid_session")),
    },
  ];
  return { owner, stranger, admin, kinds };
}

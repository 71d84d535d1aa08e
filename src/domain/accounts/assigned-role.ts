import type { roleSources, userRoles } from "#db/schema.ts";

/** A role, and who gave it. An account has one source: the one that would have to take it away. */
export interface AssignedRole {
  readonly role: (typeof userRoles)[number];
  readonly role_source: (typeof roleSources)[number];
}

/** The address of an account, and whether its provider has verified it. */
export interface KnownAddress {
  readonly email: string;
  readonly email_verified: boolean;
}

/** Who is an admin by the settings of this installation. */
export interface AdminSettings {
  /** Lower case. Who has one of these addresses, verified, is an admin. */
  readonly adminEmails: readonly string[];
  /** In the sandbox of `npm start` the owner of the installation is an admin. */
  readonly sandbox: boolean;
}

/** The default role of an account. */
export const defaultRole = { role: "user", role_source: "default" } as const;

/**
 * The role of an account after its provider's word.
 * @param said `role` is undefined where the provider says nothing about roles (a token), and null where it says that the
 *   person has none (a notification); `address` is that of the account from now on
 * @param found what the account had; null for a new one
 */
export function resolveRole(
  said: { readonly role: AssignedRole["role"] | null | undefined; readonly address: KnownAddress },
  { adminEmails, sandbox }: AdminSettings,
  found: AssignedRole | null,
): AssignedRole {
  if (found !== null && isOperators(found)) return { role: found.role, role_source: "operator" };
  const byProvider = said.role === undefined ? found?.role_source === "provider" : said.role === "admin";
  if (byProvider) return { role: "admin", role_source: "provider" };
  if (isListed(said.address, adminEmails)) return { role: "admin", role_source: "email_list" };
  if (sandbox && found?.role_source === "sandbox") return { role: "admin", role_source: "sandbox" };
  // Its source is unknown, so silence takes nothing away.
  if (found?.role === "admin" && found.role_source === "default" && said.role !== "user") return found;
  return defaultRole;
}

/** False when the settings that gave a role do not give it any more. */
export function isStillAssigned(
  { role_source: source, ...address }: Pick<AssignedRole, "role_source"> & KnownAddress,
  { adminEmails, sandbox }: AdminSettings,
): boolean {
  if (source === "email_list") return isListed(address, adminEmails);
  return source !== "sandbox" || sandbox;
}

/** True for a verified address that is on the list. */
export const isListed = ({ email, email_verified: verified }: KnownAddress, adminEmails: readonly string[]): boolean =>
  verified && adminEmails.includes(inLowerCase(email));

/** ASCII letters only: the Kelvin sign in lower case is a k, and another address. */
const inLowerCase = (email: string): string => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * The decision of an operator stays until an operator decides otherwise. An earlier release that takes a role away leaves
 * the source as it was, so that counts as decided, too.
 */
const isOperators = ({ role, role_source: source }: AssignedRole): boolean =>
  source === "operator" || (role === "user" && source !== "default");

import { z } from "zod";
import { userRoles } from "#db/schema.ts";
import type { Person } from "./person.ts";

const deletedType = "user.deleted";
const types: ReadonlySet<string> = new Set(["user.created", "user.updated", deletedType]);

/** True for the events that concern an account; all others are taken and ignored. */
export const isIdentityEventType = (type: string): boolean => types.has(type);

/** The facts that a provider states about a person, and their time; null when the event does not tell. */
interface PersonEvent {
  /** `role` is null for a person to whom the provider gives none. */
  readonly person: Person & { readonly role: (typeof userRoles)[number] | null };
  readonly updatedAt: Date | null;
}

/** The content of an event: all about a person who is new or has changed, or that one is gone. */
export type IdentityEvent =
  | ({ readonly type: "changed" } & PersonEvent)
  | { readonly type: "deleted"; readonly person: Person | null };

/** An event as it was stored; `payload` is null once it was erased. */
interface StoredIdentityEvent {
  readonly type: string;
  readonly payload: string | null;
}

/** @returns null when the payload was erased, or in a text what is wrong with it, which repeats nothing of the event */
export type IdentityEventReader = (event: StoredIdentityEvent) => IdentityEvent | string | null;

/** Reads an event of a type that concerns an account. One that says who is gone need not say anything else. */
export const readIdentityEvent: IdentityEventReader = ({ type, payload }) => {
  const parsed = payload === null ? null : parsePersonEvent(payload);
  const isRead = parsed !== null && typeof parsed !== "string";
  if (type === deletedType) return { type: "deleted", person: isRead ? parsed.person : null };
  return isRead ? { type: "changed", ...parsed } : parsed;
};

const maxProblems = 10;
const maxLengths = { email: 320, name: 200, username: 100 } as const;
/** A number below this means seconds, as in OpenID Connect's `updated_at`; in milliseconds it is in 1973. */
const firstMilliseconds = 1e11;
const yearTenThousandMs = 253_402_300_800_000;

const words = z.string().nullish();

const toMs = (value: number | string): number => {
  if (typeof value === "string") return Date.parse(value);
  return value < firstMilliseconds ? value * 1000 : value;
};

const moment = z
  .union([z.number(), z.string()])
  .transform(toMs)
  .refine((ms) => ms >= 0 && ms < yearTenThousandMs, "It is not a time.")
  .transform((ms) => new Date(ms))
  .nullish();

const emailAddress = z.object({
  id: words,
  email_address: words,
  verification: z.object({ status: words }).nullish(),
});

const data = z.object({
  email_addresses: z.array(emailAddress).nullish(),
  primary_email_address_id: words,
  email: words,
  email_verified: z.unknown().optional(),
  name: words,
  first_name: words,
  last_name: words,
  username: words,
  preferred_username: words,
  public_metadata: z.object({ role: z.enum(userRoles).optional().catch(undefined) }).nullish(),
  created_at: moment,
  updated_at: moment,
});

const personPayload = z.object({ data, timestamp: moment });

/**
 * Reads what an event says of a person: in the form that Clerk publishes
 * (https://clerk.com/docs/webhooks/overview#payload-structure), or with the standard claims of OpenID Connect in `data`.
 * Texts are cut to what an account holds.
 */
function parsePersonEvent(text: string): PersonEvent | string {
  const parsed = personPayload.safeParse(JSON.parse(text.replace(/^\ufeff/, "")));
  if (!parsed.success) return parsed.error.issues.slice(0, maxProblems).map(problemOf).join("\n");
  const { data: user, timestamp } = parsed.data;
  const fullName = [user.first_name, user.last_name].filter((part) => part).join(" ");
  const email = emailOf(user);
  const address = stored(email.address, maxLengths.email);
  return {
    person: {
      email: address,
      // An address that was cut or cleaned is not the one that the provider has verified.
      emailVerified: email.verified && address === email.address,
      name: stored(user.name ?? fullName, maxLengths.name),
      username: stored(user.username ?? user.preferred_username, maxLengths.username),
      role: user.public_metadata?.role ?? null,
    },
    updatedAt: user.updated_at ?? timestamp ?? user.created_at ?? null,
  };
}

const problemOf = ({ path, message }: z.core.$ZodIssue): string => `${path.join(".")}: ${message}`;

function emailOf(user: z.output<typeof data>): { readonly address: string | null; readonly verified: boolean } {
  const addresses = user.email_addresses ?? [];
  const primary = addresses.find(({ id }) => id && id === user.primary_email_address_id) ?? addresses[0];
  if (primary === undefined) return { address: user.email ?? null, verified: user.email_verified === true };
  return { address: primary.email_address ?? null, verified: primary.verification?.status === "verified" };
}

/** A text as PostgreSQL can hold it, of at most so many code points; null when nothing is left. */
function stored(text: string | null | undefined, max: number): string | null {
  const cleaned = (text ?? "").toWellFormed().replaceAll("\0", "");
  return [...cleaned].slice(0, max).join("") || null;
}

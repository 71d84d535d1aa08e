import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "#src/api/callers/caller.ts";
import type { ReceivedCall } from "#src/api/callers/received-call.ts";
import { publicError, statusOf } from "#src/api/errors.ts";
import type { CreatedState, RepeatableCall, Reply } from "#src/api/route.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { toValidationRow, type ValidationRow } from "#src/api/validation/validation-error.ts";
import {
  claimKey,
  type KeyClaim,
  type KeyHolder,
  releaseKey,
  settleKey,
  takeOverKey,
} from "#src/domain/idempotency/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";

/** The rules by which a key is held, and by which its repeats are answered meanwhile. */
interface KeyRules {
  /** A call that has made nothing for so long has died. */
  readonly givenUpMs: number;
  /** Whether a repeat waits for a call in progress or is refused. */
  readonly meanwhile: "wait" | "refuse";
  /** Whether the key is kept for a day, or given back once the caller has received the answer. */
  readonly afterwards: "keep" | "release";
}

/** The rules of an `Idempotency-Key`. */
const sentKey: KeyRules = { givenUpMs: 15 * 60_000, meanwhile: "refuse", afterwards: "keep" };
/**
 * The rules of a call in a dialect, whose clients repeat by themselves what has failed and send no key: the API key and what is
 * asked for stand for one. Success, or the reason of a refusal, is not kept: an equal call then is a new one.
 */
const implicitKey: KeyRules = { givenUpMs: 60_000, meanwhile: "wait", afterwards: "release" };
/** The interval at which a waiting repeat looks at the call that it repeats. */
const lookMs = 100;

/** A call of an account that may be the repeat of another. */
export interface KeyedCall {
  readonly call: ReceivedCall;
  readonly caller: Caller;
  /** Method and path of the route. */
  readonly route: string;
  readonly repeatable: RepeatableCall;
  /** Resolves when the answer has ended: with true when the caller has received it. */
  readonly sent: Promise<boolean>;
}

/** A key that this call holds, or that of the call which it repeats. */
export interface HeldKey {
  readonly keyed: KeyedCall;
  readonly claim: KeyClaim;
  readonly rules: KeyRules;
}

/** The call is to be performed, has an answer, or is refused with rows. */
type Repeated = { readonly held: HeldKey } | { readonly reply: Reply } | { readonly rows: readonly ValidationRow[] };

/** Keys that are being given back by this process, by their claims. */
const endings = new Map<string, Promise<void>>();

/**
 * The step `repeat`: makes the calls of an account with the same key one. The first gets the key and is performed, the others are
 * answered like it, from what it has made. Nothing is waited for or begun for a caller of a dialect who has left.
 * @throws DomainError `idempotency_in_progress`, `malformed_request` when the caller has left, or what the call was answered with
 */
export async function repeat(keyed: KeyedCall, resources: Resources): Promise<Repeated> {
  const { signal } = keyed.call;
  const rules = keyed.repeatable.key === null ? implicitKey : sentKey;
  const claim = await claimOf(keyed);
  const held: HeldKey = { keyed, claim, rules };
  const hasLeft = (): boolean => rules.meanwhile === "wait" && signal.aborted;
  for (;;) {
    await endings.get(nameOf(claim));
    // The error is not read: it must only not look like a mistake of ours.
    if (hasLeft()) throw new DomainError("malformed_request");
    const holder = await claimKey(resources.db, claim);
    if (holder === null) return { held };
    if (!holder.fingerprint.equals(claim.fingerprint)) return { rows: [otherCallRow(claim.key)] };
    const next = await nextStep(held, holder);
    const reply = next === "replay" ? await replay(held, holder, resources) : null;
    if (reply !== null) return { reply };
    if (next !== "wait" && !hasLeft() && (await takeOverKey(resources.db, claim, holder))) return { held };
    if (rules.meanwhile === "refuse") throw new DomainError("idempotency_in_progress");
    await sleep(lookMs, undefined, { signal }).catch(() => undefined);
  }
}

async function claimOf({ call, caller, route, repeatable }: KeyedCall): Promise<KeyClaim> {
  // The parser leaves the fields in the order of the schema, so that equal input is equal text.
  const identity = JSON.stringify(await repeatable.identity());
  const fingerprint = createHash("sha256").update(identity).digest();
  const key = repeatable.key ?? `${caller.apiKeyId ?? ""} ${fingerprint.toString("base64url")}`;
  return { userId: caller.userId, route, key, fingerprint, resourceId: call.requestId };
}

const otherCallRow = (key: string): ValidationRow =>
  toValidationRow(
    ["header", "Idempotency-Key"],
    valueError("This idempotency key was used for another request. Send a new one"),
    key,
  );

/** A call that was never answered has died, or is still running: that shows in what it was to make. */
async function nextStep({ keyed, rules }: HeldKey, holder: KeyHolder): Promise<"replay" | "perform" | "wait"> {
  if (holder.status !== null) return "replay";
  const state = await keyed.repeatable.state(holder.resourceId);
  const isGivenUp = holder.ageMs > rules.givenUpMs;
  if (state === "failed") return "perform";
  if (state === "nothing") return isGivenUp ? "perform" : "wait";
  // A repeat that may wait does so by the answer of the work.
  return state === "open" && rules.meanwhile === "refuse" && !isGivenUp ? "wait" : "replay";
}

/**
 * Answers a call like the one that has the key.
 * @returns null when the work of that one was cancelled meanwhile, as where its caller hung up: this call is then to be performed
 */
async function replay(own: HeldKey, { resourceId: id, status }: KeyHolder, resources: Resources) {
  const { call, repeatable } = own.keyed;
  const held: HeldKey = { ...own, claim: { ...own.claim, resourceId: id } };
  const isReleased = held.rules.afterwards === "release";
  try {
    const reply = await repeatable.reply({ id, status });
    call.answer.replayOf = id;
    if (isReleased) await settle(held, reply, resources);
    return reply;
  } catch (thrown) {
    const { code } = publicError(thrown);
    if (code === "cancelled" && status === null) return null;
    if (isLasting(thrown) || code === "wait_timeout") call.answer.replayOf = id;
    if (isReleased) await release(held, thrown, resources);
    throw thrown;
  }
}

/** True unless an error is an outage or a limit, which is temporary and therefore not kept as the answer. */
function isLasting(thrown: unknown): boolean {
  const status = statusOf(publicError(thrown).code);
  return status < 500 && status !== 429;
}

/** Notes the answer of a call that was performed, or gives its key back once the caller has received it. */
export async function settle(held: HeldKey, reply: Reply, resources: Resources): Promise<void> {
  const { claim, rules } = held;
  const { db } = resources;
  if (rules.afterwards === "release") return releaseWhenSent(held, () => releaseKey(db, claim), resources);
  // The end of a stream shows in its request.
  if ("stream" in reply) return;
  await noted(
    settleKey(db, claim, { id: reply.createdBy ?? claim.resourceId, status: reply.status }),
    claim,
    resources,
  );
}

/** After an error the key is free again, unless something was made: a repeat gets the state of what was made. */
export async function release(held: HeldKey, thrown: unknown, resources: Resources): Promise<void> {
  const { keyed, claim, rules } = held;
  const releaseIn = async (...states: readonly CreatedState[]): Promise<void> => {
    if (states.includes(await keyed.repeatable.state(claim.resourceId))) await releaseKey(resources.db, claim);
  };
  await noted(releaseIn("nothing", "failed"), claim, resources);
  // A caller who has the reason why the work has failed asks for it anew, for example with more credits.
  if (rules.afterwards === "release" && isLasting(thrown)) releaseWhenSent(held, () => releaseIn("ended"), resources);
}

/** Notes how a call has ended. What cannot be noted now shows in what the call has made. */
const noted = (work: Promise<void>, { resourceId }: KeyClaim, { log }: Resources): Promise<void> =>
  work.catch((error: unknown) =>
    log.warn({ request_id: resourceId, error: String(error) }, "the outcome of a call was not noted"),
  );

/** The next call of the same caller comes after this one, though on another connection to the database. */
function releaseWhenSent({ keyed, claim }: HeldKey, work: () => Promise<void>, resources: Resources): void {
  const name = nameOf(claim);
  void keyed.sent.then(async (isSent) => {
    if (!isSent) return;
    const released = noted(work(), claim, resources);
    endings.set(name, released);
    await released;
    endings.delete(name);
  });
}

const nameOf = ({ userId, route, key }: KeyClaim): string => [userId, route, key].join(" ");

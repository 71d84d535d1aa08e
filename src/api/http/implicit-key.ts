import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "koa";
import { publicError, statusOf } from "#src/api/errors.ts";
import type { RepeatableCall, Reply } from "#src/api/route.ts";
import { claimKey, type KeyClaim, releaseKey, takeOverKey } from "#src/domain/idempotency/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { fingerprintOf, type IdempotencyScope, noteOutcome, releaseUnused, repeat } from "./idempotency.ts";
import { whenSent } from "./observe-request.ts";

/** A call that has made nothing for this long has died. */
const givenUpMs = 60_000;
/** How often a call that another one is ahead of looks what has become of that. */
const lookMs = 100;

/** A call that is its own key: that of an API key, with what it asks for. */
interface ImplicitCall extends RepeatableCall {
  readonly apiKeyId: string;
  readonly scope: IdempotencyScope;
  /** Aborted when the caller has hung up. */
  readonly signal: AbortSignal;
  perform(): Promise<Reply>;
}

/** Keys that are being given back by this process, by their claims. */
const endings = new Map<string, Promise<void>>();

/**
 * Makes equal calls of an API key one, for clients that repeat by themselves what has failed and send no key: while the
 * first is worked on, and for some minutes when its answer did not arrive, a repeat waits for its work and is answered
 * like it. What has been answered with success, or with the reason for which it was refused, is asked for anew, and so is what was
 * cancelled before its repeat was answered. Nothing is waited for or begun for a caller who has left.
 * @throws DomainError what the call throws or has thrown; `malformed_request` when the caller has left
 */
export async function withImplicitKey(
  ctx: Context,
  call: ImplicitCall,
  { resources }: { readonly resources: Resources },
): Promise<Reply> {
  const { db } = resources;
  const { userId, route, requestId } = call.scope;
  const fingerprint = await fingerprintOf(call);
  const key = `${call.apiKeyId} ${fingerprint.toString("base64url")}`;
  const claim = { userId, route, key, fingerprint, resourceId: requestId };
  const perform = () => answerHolding(ctx, { call, claim, work: () => call.perform() }, resources);
  for (;;) {
    await endings.get(nameOf(claim));
    // The error is not read: it must only not look like a mistake of ours.
    if (call.signal.aborted) throw new DomainError("malformed_request");
    const holder = await claimKey(db, claim);
    if (holder === null) return perform();
    const { resourceId } = holder;
    const state = await call.state(resourceId);
    if (state !== "nothing" && state !== "failed") {
      const work = () => repeat(ctx, call, { resourceId, status: null });
      const reply = await answerHolding(ctx, { call, claim: { ...claim, resourceId }, work }, resources);
      if (reply !== null) return reply;
      continue;
    }
    const isFree = (state === "failed" || holder.ageMs > givenUpMs) && !call.signal.aborted;
    if (isFree && (await takeOverKey(db, claim, holder))) return perform();
    await sleep(lookMs, undefined, { signal: call.signal }).catch(() => undefined);
  }
}

interface Holding<Result> {
  readonly call: ImplicitCall;
  /** Of the call that has the key: this one, or the one that it repeats. */
  readonly claim: KeyClaim;
  readonly work: () => Promise<Result>;
}

/** Answers a call and gives its key back once the caller has the answer, or when nothing was made. */
async function answerHolding<Result extends Reply | null>(
  ctx: Context,
  { call, claim, work }: Holding<Result>,
  { db, log }: Resources,
): Promise<Result> {
  const giveBackWhenSent = (release: () => Promise<void>): void =>
    void whenSent(ctx).then((isSent) => (isSent ? giveBack(claim, noteOutcome(release(), claim, log)) : null));
  try {
    const reply = await work();
    if (reply === null) return reply;
    giveBackWhenSent(() => releaseKey(db, claim));
    return reply;
  } catch (thrown) {
    await noteOutcome(releaseUnused(call, claim, db), claim, log);
    // A caller who has the reason why the work has failed asks for it anew, for example with more credits.
    const status = statusOf(publicError(thrown).code);
    if (status < 500 && status !== 429) giveBackWhenSent(() => releaseEnded(call, claim, db));
    throw thrown;
  }
}

async function releaseEnded(call: ImplicitCall, claim: KeyClaim, db: Resources["db"]): Promise<void> {
  if ((await call.state(claim.resourceId)) === "ended") await releaseKey(db, claim);
}

const nameOf = ({ userId, route, key }: KeyClaim): string => [userId, route, key].join(" ");

/** The next call of the same caller comes after this one, though on another connection to the database. */
async function giveBack(claim: KeyClaim, released: Promise<void>): Promise<void> {
  endings.set(nameOf(claim), released);
  await released;
  endings.delete(nameOf(claim));
}

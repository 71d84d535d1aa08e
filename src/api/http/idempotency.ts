import { createHash } from "node:crypto";
import type { Context } from "koa";
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
import { publicError, statusOf } from "#src/api/errors.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { Reply, RepeatableCall } from "#src/api/route.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { toValidationRow, type ValidationRow } from "#src/api/validation/validation-error.ts";

/** A call that has not come to its end for this long has died. */
const givenUpMs = 15 * 60_000;

type IdempotencyContext = { readonly resources: Resources };

/** Whose key it is, and on which route. */
export interface IdempotencyScope {
  readonly userId: string;
  readonly route: string;
  readonly requestId: string;
}

/**
 * Makes the calls of an account with the same `Idempotency-Key` one: the first is performed, the others are answered
 * like it, from what it has made.
 * @returns the answer, or the row that refuses a key which was used for another call
 * @throws DomainError `idempotency_in_progress`, or what the call throws or has thrown
 */
export async function withIdempotency(
  ctx: Context,
  call: RepeatableCall & { readonly key: string; readonly scope: IdempotencyScope; perform(): Promise<Reply> },
  { resources }: IdempotencyContext,
): Promise<Reply | readonly ValidationRow[]> {
  const { db } = resources;
  const { userId, route, requestId: resourceId } = call.scope;
  const claim = { userId, route, key: call.key, fingerprint: await fingerprintOf(call), resourceId };
  const holder = await claimKey(db, claim);
  if (holder === null) return performAndNote(call, claim, resources);
  if (!holder.fingerprint.equals(claim.fingerprint)) return [otherCallRow(call.key)];
  const next = await nextStep(call, holder);
  const reply = next === "repeat" ? await repeat(ctx, call, holder) : null;
  if (reply !== null) return reply;
  if (next !== "wait" && (await takeOverKey(db, claim, holder))) return performAndNote(call, claim, resources);
  throw new DomainError("idempotency_in_progress");
}

/** What the parser leaves has its fields in the order of the schema, so that equal input is equal text. */
export const fingerprintOf = async (call: RepeatableCall): Promise<Buffer> =>
  createHash("sha256")
    .update(JSON.stringify(await call.identity()))
    .digest();

const otherCallRow = (key: string): ValidationRow =>
  toValidationRow(
    ["header", "Idempotency-Key"],
    valueError("This idempotency key was used for another request. Send a new one"),
    key,
  );

/** A call that was never answered has died, or is still running: that shows in what it was to make. */
async function nextStep(call: RepeatableCall, holder: KeyHolder): Promise<"repeat" | "perform" | "wait"> {
  if (holder.status !== null) return "repeat";
  const state = await call.state(holder.resourceId);
  if (state === "failed") return "perform";
  if (state === "ended" || state === "streaming") return "repeat";
  if (holder.ageMs < givenUpMs) return "wait";
  return state === "open" ? "repeat" : "perform";
}

/**
 * Answers a call like the one that has the key.
 * @returns null when the work of that one was cancelled meanwhile, as where its caller hung up: this call is then to be performed
 */
export async function repeat(
  ctx: Context,
  call: RepeatableCall,
  { resourceId: id, status: earlierStatus }: Pick<KeyHolder, "resourceId" | "status">,
): Promise<Reply | null> {
  const say = (): void => {
    // The id of an answer is that of the call that it belongs to.
    ctx.state["requestId"] = id;
    ctx.set({ "X-Request-Id": id, "Idempotent-Replayed": "true" });
  };
  try {
    const reply = await call.reply({ id, status: earlierStatus });
    say();
    return reply;
  } catch (thrown) {
    const { code } = publicError(thrown);
    if (code === "cancelled" && earlierStatus === null) return null;
    // An outage or a limit is temporary, so it is not kept as the answer.
    const status = statusOf(code);
    if ((status < 500 && status !== 429) || code === "wait_timeout") say();
    throw thrown;
  }
}

async function performAndNote(
  call: RepeatableCall & { perform(): Promise<Reply> },
  claim: KeyClaim,
  { db, log }: Resources,
): Promise<Reply> {
  const noted = (work: Promise<void>): Promise<void> => noteOutcome(work, claim, log);
  try {
    const reply = await call.perform();
    // How a stream ends shows in the request that it is of.
    if ("stream" in reply) return reply;
    await noted(settleKey(db, claim, { id: reply.createdBy ?? claim.resourceId, status: reply.status }));
    return reply;
  } catch (thrown) {
    await noted(releaseUnused(call, claim, db));
    throw thrown;
  }
}

/** Notes how a call has ended. What cannot be noted now shows in what the call has made. */
export const noteOutcome = (work: Promise<void>, { resourceId }: KeyClaim, log: Logger): Promise<void> =>
  work.catch((error: unknown) =>
    log.warn({ request_id: resourceId, error: String(error) }, "the outcome of a call was not noted"),
  );

/** After an error the key is free again, unless something was made: a repeat gets the state of what was made. */
export async function releaseUnused(call: RepeatableCall, claim: KeyClaim, db: Resources["db"]): Promise<void> {
  const state = await call.state(claim.resourceId);
  if (state === "nothing" || state === "failed") await releaseKey(db, claim);
}

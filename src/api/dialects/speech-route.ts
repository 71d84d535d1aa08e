import {
  accountRoute,
  type Reply,
  type RequestContext,
  type Route,
  type RouteDefinition,
  type RouteInput,
} from "#src/api/route.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { awaitStream } from "#src/api/results/stream-synthesis.ts";
import { awaitResult, recentRequestState } from "#src/api/results/wait-for-result.ts";
import type { ErrorCode } from "#src/errors.ts";
import type { Dialect, WaitingDialectName } from "./dialect.ts";

/** The error codes of every route that makes a speech request, beside its own. */
const workErrors: readonly ErrorCode[] = [
  ...(["engine_unavailable", "engine_timeout", "unavailable", "wait_timeout", "internal_error"] as const),
  ...([
    "insufficient_credits",
    "monthly_limit_exceeded",
    "concurrency_limited",
    "storage_limit",
    "request_not_found",
  ] as const),
];

type Definition<Params, Query, Body> = Omit<RouteDefinition<Params, Query, Body>, "tag" | "limit" | "repeat">;

/** `Result` is what the route waits for. */
interface SpeechWork<Params, Query, Body, Result> {
  /** Submits the speech request, whose id is `context.requestId`. */
  submit(input: RouteInput<Params, Query, Body>, caller: Caller, context: RequestContext): Promise<void>;
  /** The answer to a caller who is called back in place of waiting; null for one who waits. */
  accept?(input: RouteInput<Params, Query, Body>, requestId: string): Reply | null;
  /** The answer: also that of a repeat, whose request is of an earlier call. */
  reply(result: Result, input: RouteInput<Params, Query, Body>, context: RequestContext): Reply | Promise<Reply>;
}

type Wait<Result> = (context: RequestContext, requestId: string, timeoutMs: number) => Promise<Result>;

/** A route of a dialect that makes a speech request and waits for it; equal calls meanwhile are one. */
const routeThatWaits =
  <Result>(wait: Wait<Result>) =>
  <Params, Query, Body>(
    dialect: Dialect<WaitingDialectName>,
    definition: Definition<Params, Query, Body>,
    work: SpeechWork<Params, Query, Body, Result>,
  ): Route => {
    const answer = async (requestId: string, input: RouteInput<Params, Query, Body>, context: RequestContext) => {
      const accepted = work.accept?.(input, requestId) ?? null;
      if (accepted !== null) return accepted;
      const { waitSeconds } = context.resources.config.dialects[dialect.name];
      return work.reply(await wait(context, requestId, waitSeconds * 1000), input, context);
    };
    return accountRoute(
      {
        ...definition,
        tag: dialect.tag,
        access: "account",
        scope: "speech",
        temporaryTokens: true,
        errors: [...definition.errors, ...workErrors],
        limit: "speech",
        repeat: {
          state: recentRequestState,
          reply: ({ id }, { input, context }) => answer(id, input, context),
        },
      },
      async (input, caller, context) => {
        await work.submit(input, caller, context);
        return answer(context.requestId, input, context);
      },
    );
  };

/** A route that answers with the result of its work. */
export const speechRoute = routeThatWaits(awaitResult);

/** A route that answers with a synthesis while it is being made; what it submits has `isStreamed`. */
export const streamedSpeechRoute = routeThatWaits(awaitStream);

import {
  accountRoute,
  type Reply,
  type RequestContext,
  type Route,
  type RouteDefinition,
  type RouteInput,
} from "#src/api/route.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { awaitResult, recentRequestState } from "#src/api/results/submit-and-wait.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import type { ErrorCode } from "#src/errors.ts";
import type { Dialect } from "./dialect.ts";

/** What every route that makes a speech request can answer, beside its own codes. */
const workErrors: readonly ErrorCode[] = [
  ...(["engine_unavailable", "engine_timeout", "unavailable", "wait_timeout", "internal_error"] as const),
  ...(["insufficient_credits", "concurrency_limited", "storage_limit", "request_not_found"] as const),
];

type Definition<Params, Query, Body> = Omit<RouteDefinition<Params, Query, Body>, "tag" | "limit" | "repeat">;

interface SpeechWork<Params, Query, Body> {
  /** Submits the speech request, whose id is `context.requestId`. */
  submit(input: RouteInput<Params, Query, Body>, caller: Caller, context: RequestContext): Promise<void>;
  /** The answer, once the request is completed: also that of a repeat, whose request is of an earlier call. */
  reply(
    request: SpeechRequest,
    input: RouteInput<Params, Query, Body>,
    context: RequestContext,
  ): Reply | Promise<Reply>;
}

/** A route of a dialect that makes a speech request and waits for its result; equal calls meanwhile are one. */
export function speechRoute<Params, Query, Body>(
  dialect: Dialect,
  definition: Definition<Params, Query, Body>,
  work: SpeechWork<Params, Query, Body>,
): Route {
  const waitMs = ({ resources }: RequestContext): number => resources.config.dialects[dialect.name].waitSeconds * 1000;
  return accountRoute(
    {
      ...definition,
      tag: dialect.tag,
      access: "account",
      scope: "speech",
      errors: [...definition.errors, ...workErrors],
      limit: "speech",
      repeat: {
        state: recentRequestState,
        reply: async ({ id }, { input, context }) =>
          work.reply(await awaitResult(context, { requestId: id }, waitMs(context)), input, context),
      },
    },
    async (input, caller, context) => {
      const submit = () => work.submit(input, caller, context);
      const asked = { requestId: context.requestId, submit };
      return work.reply(await awaitResult(context, asked, waitMs(context)), input, context);
    },
  );
}

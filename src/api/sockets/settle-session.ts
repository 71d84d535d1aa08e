import { endLiveSession } from "#src/domain/live/end-session.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { LiveCodec } from "./codec.ts";
import { deliveredOf, type SessionState } from "./session-state.ts";

interface Settling {
  readonly resources: Pick<Resources, "db">;
  readonly requestId: string;
  readonly model: string;
  readonly codec: LiveCodec;
}

/** Writes what a session has heard, charges it, and says farewell to the client, whether or not the writing succeeds. */
export async function settle({ resources, requestId, model, codec }: Settling, state: SessionState): Promise<void> {
  const seconds = deliveredOf(state);
  const { finals, channel, reason = null } = state;
  const ending = endLiveSession(resources, { requestId, seconds, finals, model });
  const credits = await ending.catch(() => null);
  const { messages, code, reason: text } = codec.end({ seconds, credits: credits ?? 0, error: reason });
  channel?.send(messages);
  channel?.end(code, text);
  await ending;
}

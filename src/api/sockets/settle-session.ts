import { endLiveSession } from "#src/domain/live/end-session.ts";
import type { HeldSession } from "#src/domain/live/queries.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { ClientChannel } from "./client-channel.ts";
import type { Farewell, LiveCodec } from "./codec.ts";
import { deliveredOf, type SessionState } from "./session-state.ts";

interface Settling {
  readonly resources: Pick<Resources, "db">;
  readonly held: HeldSession;
  readonly model: string;
  readonly codec: LiveCodec;
}

/** Writes what a session has heard, charges it, and says farewell to the client, whether or not the writing succeeds. */
export async function settle({ resources, held, model, codec }: Settling, state: SessionState): Promise<void> {
  const seconds = deliveredOf(state);
  const { channel, reason = null } = state;
  const ending = endLiveSession(resources, { ...held, seconds, model });
  const credits = await ending.catch(() => null);
  sayFarewell(channel, codec.end({ seconds, credits, error: reason }));
  await ending;
}

/** Says farewell to the client of a session that goes on elsewhere. */
export function takeLeave({ codec }: Pick<Settling, "codec">, state: SessionState): void {
  const { channel, reason = null } = state;
  sayFarewell(channel, codec.end({ seconds: deliveredOf(state), credits: null, error: reason }));
}

function sayFarewell(channel: ClientChannel | null, { messages, code, reason }: Farewell): void {
  channel?.send(messages);
  channel?.end(code, reason);
}

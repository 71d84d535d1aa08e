import type { HeldSession } from "#src/domain/live/queries.ts";
import type { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { ClientChannel } from "./client-channel.ts";
import type { LiveChoice, LiveCodec, SessionEvent } from "./codec.ts";
import type { WorkerConnection } from "./worker-connection.ts";
import type { StartMessage } from "./worker-link.ts";

/** The facts of a live session, and the resources that it needs. */
export interface SessionOptions {
  readonly resources: Pick<Resources, "db" | "config" | "log">;
  readonly held: HeldSession;
  readonly begin: SessionBegin;
  /** The seconds whose credits are held. */
  readonly heldSeconds: number;
  /** The time at which it has lasted too long. */
  readonly endsAt: Date;
  /** The error of a credential that was revoked. */
  readonly barred: DomainError;
  readonly model: string;
  readonly codec: LiveCodec;
  /** The reason for which it cannot be heard, unless the client has other wishes before its first sound. */
  readonly refusal: DomainError | null;
  /** Makes a first message of other wishes. @throws DomainError where they cannot be had */
  readonly configure: (wish: LiveChoice) => Promise<StartMessage>;
}

/** The state of a live session. */
export interface SessionState {
  worker: WorkerConnection | null;
  channel: ClientChannel | null;
  /** The first message to the worker, which its first sound follows; null where it has been sent. */
  start: StartMessage | null;
  /** The reason for which that cannot be heard. */
  refusal: DomainError | null;
  /** True until the client has received the finals that it missed, which are read from their rows. */
  isBehind: boolean;
  /** Events from before that, which follow. */
  readonly early: SessionEvent[];
  /** The numbers of the last final that the client has, or was sent from its row, and of the last that is kept. */
  after: number;
  lastId: number;
  /** Resolves when the client is not behind any more, or has gone. */
  caughtUp: Promise<void>;
  /** The seconds that were heard, and those up to which speech and silence are told apart. */
  seconds: number;
  followed: number;
  /** The seconds at which the utterances begin that have no final yet. */
  open: readonly number[];
  /** The digests of the tokens by which the session can be resumed; none where the protocol has no such thing. */
  tokens: readonly Buffer[];
  /** True while the session waits for another connection. */
  isWaiting: boolean;
  /** The reason to end; undefined as long as there is none. */
  reason: DomainError | null | undefined;
  isOver: boolean;
  idle: NodeJS.Timeout | undefined;
  finish: NodeJS.Timeout | undefined;
  renewing: NodeJS.Timeout | undefined;
  longest: NodeJS.Timeout | undefined;
  /** Resolves when all frames of the client have been taken, one after the other. */
  intake: Promise<void>;
  waiting: number;
  /** Resolves when all that the worker has said was taken, one after the other. */
  hearing: Promise<void>;
}

/** A session as it begins, or goes on after its connection was broken. */
export interface SessionBegin extends Pick<SessionState, "after" | "lastId"> {
  /** The second of the stream at which its sound begins. */
  readonly from: number;
  readonly tokens: readonly Buffer[];
}

export const newSessionState = ({
  refusal,
  begin: { from, ...begin },
}: Pick<SessionOptions, "begin" | "refusal">): SessionState => ({
  ...{ ...begin, refusal, worker: null, channel: null, start: null, isWaiting: false, isBehind: true, early: [] },
  ...{ caughtUp: Promise.resolve(), seconds: from, followed: from, open: [] },
  ...{ reason: undefined, isOver: false, idle: undefined, finish: undefined, renewing: undefined, longest: undefined },
  ...{ intake: Promise.resolve(), waiting: 0, hearing: Promise.resolve() },
});

/** The seconds that were delivered: all but those from the first utterance on that is still open. */
export const deliveredOf = ({ seconds, open }: SessionState): number => Math.min(seconds, ...open);

/** A voice may have begun so long before it is noticed, in seconds. */
const noticedAfter = 1;

/** The seconds of the stream before which all is in the finals, or silence. */
export const heardTo = ({ followed, open }: SessionState): number =>
  Math.max(0, Math.min(followed, ...open) - noticedAfter);

/** Notes why a session ends, unless that is known. */
export function giveReason(state: SessionState, reason: DomainError): void {
  if (state.reason === undefined) state.reason = reason;
}

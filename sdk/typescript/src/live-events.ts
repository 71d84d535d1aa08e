/** A word of a live transcription. Times are in seconds from the beginning of the audio. */
export interface LiveWord {
  /** The word alone. */
  readonly word: string;
  /** The word with its punctuation, as it stands in the text. */
  readonly written: string;
  readonly spoken: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

/** The first event, and the first one after each reconnection. */
export interface LiveSessionStarted {
  readonly type: "session_started";
  /** The id of the speech request that the session becomes in the history. */
  readonly request_id: string;
  readonly expires_at: string;
  /** Opens the session again after a broken connection; absent where the service does not resume. */
  readonly resume_token?: string;
  /** Seconds after a broken connection for which the session waits. */
  readonly resume_within_seconds?: number;
  /** Seconds from the first sound, from which on the sound is to be sent. */
  readonly from_seconds?: number;
  readonly last_final_id?: string | null;
}

/** The models are ready; again when another worker has taken over. */
export interface LiveSessionReady {
  readonly type: "session_ready";
  readonly model: string;
  readonly language: string;
}

export interface LiveSpeechStarted {
  readonly type: "speech_started";
  readonly at: number;
}

/** The words of an utterance that is still open, in place of those of the last `partial`. */
export interface LivePartial {
  readonly type: "partial";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The number of words at the beginning that will not change. */
  readonly committed: number;
  readonly words?: readonly LiveWord[];
}

/** Words that will not change, except with `revisions`, where a later one may replace them. */
export interface LiveFinal {
  readonly type: "final";
  readonly id: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  readonly language: string;
  readonly language_probability: number | null;
  /** Whether the speaker has paused. */
  readonly speech_final: boolean;
  /** Whether it answers `finalize()`. */
  readonly from_finalize: boolean;
  /** The ids of earlier ones in whose place it stands. */
  readonly replaces: readonly string[];
  readonly words?: readonly LiveWord[];
}

/** The service ends soon. */
export interface LiveGoingAway {
  readonly type: "going_away";
  readonly reconnect_within_ms: number;
}

/** The reason why the session ends, which the iteration throws as a `LiveSessionError` after the last event. */
export interface LiveFault {
  readonly type: "error";
  readonly code: string;
  readonly message: string;
  readonly docs_url: string;
  readonly request_id: string;
}

export interface LiveSessionEnded {
  readonly type: "session_ended";
  readonly duration_seconds: number;
  readonly credits_consumed: number;
  readonly request_id: string;
}

export type LiveEvent =
  | LiveSessionStarted
  | LiveSessionReady
  | LiveSpeechStarted
  | LivePartial
  | LiveFinal
  | LiveGoingAway
  | LiveSessionEnded;

/** A message of the service. */
export type LiveMessage = LiveEvent | LiveFault;

const types: ReadonlySet<unknown> = new Set<LiveMessage["type"]>([
  ...(["session_started", "session_ready", "speech_started", "partial", "final"] as const),
  ...(["going_away", "error", "session_ended"] as const),
]);

const isLiveMessage = (value: unknown): value is LiveMessage =>
  typeof value === "object" && value !== null && "type" in value && types.has(value.type);

/** The message in a text frame; null for one that comes with a later release of the service. */
export function readLiveMessage(frame: unknown): LiveMessage | null {
  const message: unknown = JSON.parse(String(frame));
  return isLiveMessage(message) ? message : null;
}

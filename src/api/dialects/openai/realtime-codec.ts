import { z } from "zod";
import { ignoredNames, refuseIgnored } from "#src/api/dialects/ignored-options.ts";
import { soundOf } from "#src/api/sockets/base64-sound.ts";
import type { ClientFrame } from "#src/api/sockets/client-channel.ts";
import { closeCodeOf } from "#src/api/sockets/close-codes.ts";
import type { ClientInput, Farewell, LiveChoice, LiveCodec, SessionEnd, SessionEvent } from "#src/api/sockets/codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { parsePart } from "#src/api/validation/parse-part.ts";
import { DomainError } from "#src/errors.ts";
import { messageError } from "./dialect.ts";
import {
  eventOf,
  type Item,
  newItem,
  presentCommitted,
  presentCompleted,
  presentFinal,
  presentPartial,
  presentSpeech,
} from "./realtime-items.ts";
import {
  bytesPerSecond,
  choiceOf,
  fromOlder,
  type OfferedModels,
  presentSession,
  sessionSettings,
  type Settings,
  settingsWithoutTurns,
  withSent,
} from "./realtime-settings.ts";

interface CodecOptions {
  readonly requestId: string;
  readonly expiresAt: Date;
  readonly settings: Settings;
  /** Whether options without effect are refused. */
  readonly isStrict: boolean;
  readonly offer: OfferedModels;
}

/** An update that waits for its answer. */
interface Update {
  readonly settings: Settings;
  readonly answer: string;
  readonly eventId: string | null;
  readonly ignored: readonly string[];
}

interface State {
  settings: Settings;
  update: Update | null;
  hasSound: boolean;
  /** Bytes of sound that are part of no item. */
  bytes: number;
  /** The item that gets the words that come; null where nothing was said yet. */
  open: Item | null;
  /** Items whose end was asked for, in that order; words belong to the first as long as there is one. */
  readonly asked: Item[];
  lastId: string | null;
}

/** The protocol of OpenAI's Realtime API, as far as it transcribes. */
export function createRealtimeCodec(options: CodecOptions): LiveCodec {
  const state: State = {
    ...{ settings: options.settings, update: null, hasSound: false, bytes: 0, open: null, asked: [], lastId: null },
  };
  return {
    configures: true,
    read: (frame) => readFrame(frame, state, options),
    present: (event) => present(event, state, options),
    end: farewell,
  };
}

const clientEvent = z.looseObject({ type: z.string(), event_id: z.string().nullish() });
type ClientEvent = z.output<typeof clientEvent>;

const answer = (message: object): ClientInput => ({ type: "answer", message });

const errorEvent = (refusal: Parameters<typeof messageError>[0], eventId: string | null): object =>
  eventOf("error", { error: { ...messageError(refusal), event_id: eventId } });

const faultEvent = (event: ClientEvent | null, fault: { code: string; message: string; param?: string }): ClientInput =>
  answer(
    eventOf("error", {
      error: { type: "invalid_request_error", param: null, ...fault, event_id: event?.event_id ?? null },
    }),
  );

function readFrame({ isBinary, data }: ClientFrame, state: State, options: CodecOptions): readonly ClientInput[] {
  const read = clientEvent.safeParse(isBinary ? undefined : parseJson(data.toString()));
  if (!read.success) {
    const message = "Messages are text frames with an object of JSON that has a type. Sound is base64 within them.";
    return [faultEvent(null, { code: "invalid_json", message })];
  }
  const event = read.data;
  switch (event.type) {
    case "session.update":
    case "transcription_session.update":
      return readUpdate(event, state, options);
    case "input_audio_buffer.append":
      return readSound(event, state);
    case "input_audio_buffer.commit":
      return commit(event, state);
    case "input_audio_buffer.clear":
      return clear(state);
    default: {
      const message = `The message type '${event.type.slice(0, repeatedMax)}' is not supported: sessions only transcribe.`;
      return [faultEvent(event, { code: "invalid_value", message, param: "type" })];
    }
  }
}

/** Characters of a message that are repeated. */
const repeatedMax = 100;

function readUpdate(event: ClientEvent, state: State, options: CodecOptions): readonly ClientInput[] {
  const isOlder = event.type === "transcription_session.update";
  const eventId = event.event_id ?? null;
  const sent = isOlder ? fromOlder(event["session"]) : event["session"];
  const schema = options.offer.findsTurns ? sessionSettings : settingsWithoutTurns;
  const read = parsePart("body", z.object({ session: schema }), { session: sent });
  if (!read.ok) return [answer(errorEvent(read.rows, eventId))];
  const given = [{ schema, fields: Object.entries(sent ?? {}) }];
  try {
    if (options.isStrict) refuseIgnored(given);
    const settings = withSent(state.settings, read.value.session);
    const wish = choiceOf(settings, options.offer);
    const answerType = isOlder ? "transcription_session.updated" : "session.updated";
    state.update = { settings, answer: answerType, eventId, ignored: ignoredNames(given) };
    if (!state.hasSound) return [{ type: "configure", wish }];
    if (isSame(wish, choiceOf(state.settings, options.offer))) return updated(null, state, options).map(answer);
    const message = "The settings of a session cannot change after its first audio. Open another one.";
    return [faultEvent(event, { code: "invalid_value", message, param: "session" })];
  } catch (error) {
    if (error instanceof DomainError) return [answer(errorEvent(error, eventId))];
    throw error;
  }
}

const isSame = (one: LiveChoice, other: LiveChoice): boolean => JSON.stringify(one) === JSON.stringify(other);

function updated(error: DomainError | null, state: State, options: CodecOptions): readonly object[] {
  const { update } = state;
  if (update === null) return [];
  state.update = null;
  if (error !== null) return [errorEvent(error, update.eventId)];
  state.settings = update.settings;
  const { ignored } = update;
  const session = presentSession(state.settings, options);
  return [eventOf(update.answer, { session, ...(ignored.length > 0 && { speech_ignored: ignored }) })];
}

function readSound(event: ClientEvent, state: State): readonly ClientInput[] {
  const sound = soundOf(event["audio"]);
  if (sound === null) {
    const message = "`audio` is not valid base64.";
    return [faultEvent(event, { code: "invalid_value", message, param: "audio" })];
  }
  if (sound.length === 0) return [];
  state.hasSound = true;
  state.bytes += sound.length;
  return [{ type: "sound", sound }];
}

function commit(event: ClientEvent, state: State): readonly ClientInput[] {
  if (state.bytes === 0) {
    const message = "Error committing input audio buffer: the buffer is empty.";
    return [faultEvent(event, { code: "input_audio_buffer_commit_empty", message })];
  }
  const item = state.open ?? newItem();
  state.open = null;
  item.seconds = takeSeconds(state);
  state.asked.push(item);
  return [...committed(item, state).map(answer), { type: "finalize" }];
}

function takeSeconds(state: State): number {
  const seconds = state.bytes / bytesPerSecond(state.settings);
  state.bytes = 0;
  return seconds;
}

function committed(item: Item, state: State): readonly object[] {
  const messages = presentCommitted(item, state.lastId);
  state.lastId = item.id;
  return messages;
}

/** The words of what is cleared come, and are passed over. */
function clear(state: State): readonly ClientInput[] {
  const isEmpty = state.bytes === 0;
  [state.open, state.bytes] = [null, 0];
  if (!isEmpty) state.asked.push(newItem(true));
  return [answer(eventOf("input_audio_buffer.cleared", {})), ...(isEmpty ? [] : [{ type: "finalize" } as const])];
}

function present(event: SessionEvent, state: State, options: CodecOptions): readonly object[] {
  switch (event.type) {
    case "opened":
      return [eventOf("session.created", { session: presentSession(state.settings, options) })];
    case "configured":
      return updated(event.error, state, options);
    case "speech_started":
      return startSpeech(event.at, state);
    case "partial":
      return [...startSpeech(event.start, state), ...presentPartial(current(state), event)];
    case "final":
      return [...startSpeech(event.start, state), ...endSpeech(event, state)];
    case "ready":
    case "going_away":
    case "progress":
      return [];
  }
}

const current = (state: State): Item => state.asked[0] ?? (state.open ??= newItem());

/** Says once that an item has begun, where the server finds that out. */
function startSpeech(at: number, state: State): readonly object[] {
  const item = current(state);
  if (item.startsAt !== null) return [];
  item.startsAt = at;
  if (state.settings.turnDetection === null || state.asked.length > 0) return [];
  return [presentSpeech(item, "start", at)];
}

function endSpeech(event: Extract<SessionEvent, { readonly type: "final" }>, state: State): readonly object[] {
  const item = current(state);
  const deltas = presentFinal(item, event);
  if (state.asked.length > 0) {
    if (!event.from_finalize) return deltas;
    state.asked.shift();
    return [...deltas, ...presentCompleted(item)];
  }
  if (state.settings.turnDetection === null || !event.speech_final) return deltas;
  [state.open, state.bytes] = [null, 0];
  return [presentSpeech(item, "end", event.end), ...committed(item, state), ...deltas, ...presentCompleted(item)];
}

function farewell({ error }: SessionEnd): Farewell {
  if (error === null) return { messages: [], code: 1000, reason: "" };
  return { messages: [errorEvent(error, null)], code: closeCodeOf(error.code), reason: error.code };
}

import type { Voice } from "#web/api/types.ts";
import { type Message, t } from "#web/messages/translate.ts";

type WithState = Pick<Voice, "engine_state">;

const stateNames = { starting: t("Starting"), unavailable: t("Not available now") } as const;

/** The state of a voice that is installed and cannot speak at the moment. */
const pendingState = ({ engine_state: state }: WithState): keyof typeof stateNames | null =>
  state === "ready" ? null : state;

/** Says that a voice is not ready, where it is not. */
export function VoiceState({ voice }: { readonly voice: WithState }) {
  const state = pendingState(voice);
  return (
    state !== null && (
      <span className="badge" data-state={state}>
        {stateNames[state]}
      </span>
    )
  );
}

const sentences = {
  starting:
    "{count, plural, one {# voice is starting. Speech with it waits until it is ready.} other {# voices are starting. Speech with them waits until they are ready.}}",
  unavailable:
    "{count, plural, one {# voice is not available now. Speech with it waits, or another voice of the language speaks.} other {# voices are not available now. Speech with them waits, or another voice of the language speaks.}}",
} as const satisfies Readonly<Record<string, Message>>;

/** Says how many of these voices are not ready, and what becomes of speech with them. */
export function VoiceStates({ voices }: { readonly voices: readonly WithState[] }) {
  const counts = (["starting", "unavailable"] as const).flatMap((state) => {
    const count = voices.filter((voice) => pendingState(voice) === state).length;
    return count === 0 ? [] : [{ state, count }];
  });
  return (
    counts.length > 0 && (
      <div role="status" className="notice warn">
        {counts.map(({ state, count }) => (
          <p key={state}>{t(sentences[state], { count })}</p>
        ))}
      </div>
    )
  );
}

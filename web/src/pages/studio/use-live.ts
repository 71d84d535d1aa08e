import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef } from "react";
import type { LiveEvent, LiveFinal } from "#sdk/live-events.ts";
import type { LiveTranscription } from "#sdk/live-transcription.ts";
import { liveProblem, transcribeLive } from "#web/api/live.ts";
import { type Microphone, openMicrophone } from "#web/components/audio/open-microphone.ts";
import { useUnsavedWork } from "#web/components/use-unsaved-work.ts";

/** A live transcription of the microphone, as far as it has come. */
interface LiveState {
  readonly phase: "idle" | "starting" | "listening" | "finishing";
  /** The words that will not change. */
  readonly finals: readonly LiveFinal[];
  /** The words of the open utterance, which may change. */
  readonly interim: string;
  /** The sound of the microphone while it is listened to. */
  readonly stream: MediaStream | null;
  readonly error: unknown;
}

type Change =
  | LiveEvent
  | { readonly type: "begun" | "stopped" | "ended" }
  | { readonly type: "heard"; readonly stream: MediaStream }
  | { readonly type: "failed"; readonly error: unknown };

/** The silence after which words no longer change but by a revision, in ms: the pause between two sentences. */
const endpointingMs = 300;

const idle: LiveState = { phase: "idle", finals: [], interim: "", stream: null, error: null };

function next(state: LiveState, change: Change): LiveState {
  switch (change.type) {
    case "begun":
      return { ...idle, phase: "starting" };
    case "heard":
      return { ...state, phase: "listening", stream: change.stream };
    case "partial":
      return { ...state, interim: change.text };
    case "final": {
      const kept = state.finals.filter(({ id }) => !change.replaces.includes(id));
      const finals = [...kept, ...(change.text === "" ? [] : [change])].toSorted(
        (one, other) => one.start - other.start,
      );
      // A revision comes while the next utterance is open.
      return { ...state, finals, interim: change.replaces.length > 0 ? state.interim : "" };
    }
    case "stopped":
      return { ...state, phase: "finishing", stream: null };
    case "ended":
      return { ...state, phase: "idle", stream: null, interim: "" };
    case "failed":
      return { ...state, phase: "idle", stream: null, interim: "", error: change.error };
    case "session_started":
    case "session_ready":
    case "speech_started":
    case "going_away":
    case "session_ended":
      return state;
  }
}

/** The microphone, and the language that is spoken. */
export interface LiveSource {
  readonly language: string;
  /** The id of a microphone; empty for that of the browser. */
  readonly deviceId: string;
}

interface Open {
  readonly microphone: Microphone;
  readonly session: LiveTranscription;
}

/** Has the service finish what was said so far. */
function close(open: Open | null): void {
  open?.microphone.stop();
  open?.session.close();
}

/** Transcribes the microphone live, from `start` until `stop`; leaving the page ends the session. `onSession` receives its id. */
export function useLive(onSession: (requestId: string) => void) {
  const [state, change] = useReducer(next, idle);
  const client = useQueryClient();
  const open = useRef<Open | null>(null);
  useUnsavedWork(state.phase !== "idle");
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      close(open.current);
    };
  }, []);
  const run = async ({ language, deviceId }: LiveSource): Promise<void> => {
    const waiting: ArrayBuffer[] = [];
    let send = (sound: ArrayBuffer): void => void waiting.push(sound);
    const microphone = await openMicrophone(deviceId, (sound) => send(sound));
    try {
      if (gone.current) return;
      const session = transcribeLive({
        ...{ language, sample_rate: microphone.sampleRate, revisions: true, endpointing_ms: endpointingMs },
      });
      open.current = { microphone, session };
      change({ type: "heard", stream: microphone.stream });
      for (const sound of waiting) session.send(sound);
      send = (sound) => session.send(sound);
      for await (const event of session) {
        if (event.type === "session_started") onSession(event.request_id);
        change(event);
      }
    } finally {
      microphone.stop();
      open.current = null;
    }
  };
  const start = (source: LiveSource): void => {
    change({ type: "begun" });
    run(source)
      .then(() => change({ type: "ended" }))
      .catch((error: unknown) => change({ type: "failed", error: liveProblem(error) }))
      .finally(() => void client.invalidateQueries());
  };
  return {
    ...state,
    start,
    stop: () => {
      change({ type: "stopped" });
      close(open.current);
    },
  };
}

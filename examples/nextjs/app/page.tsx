"use client";
import { useActionState } from "react";

type State = { readonly note: string } | { readonly text: string };

/** Sends a recording to the route of this application, which has the key. */
async function transcribe(_before: State, form: FormData): Promise<State> {
  try {
    const response = await fetch("/api/transcriptions", { method: "POST", body: form });
    return (await response.json()) as State;
  } catch {
    return { note: "The recording could not be sent. Try again." };
  }
}

export default function Page() {
  const [state, submit, isPending] = useActionState(transcribe, { note: "Choose a recording." });
  return (
    <main>
      <h1>Transcribe a recording</h1>
      <form action={submit}>
        <label>
          Recording <input type="file" name="recording" accept="audio/*" required />
        </label>
        <button type="submit" disabled={isPending}>
          Transcribe
        </button>
      </form>
      {isPending && <p role="status">Transcribing…</p>}
      {!isPending && ("text" in state ? <blockquote>{state.text}</blockquote> : <p role="status">{state.note}</p>)}
    </main>
  );
}

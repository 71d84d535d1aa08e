import { ConnectionError as SocketError, LiveSessionError } from "#sdk/errors.ts";
import { type LiveOptions, LiveTranscription } from "#sdk/live-transcription.ts";
import { formatNumber } from "#web/format.ts";
import { call } from "./call.ts";
import { ConnectionError, paymentRequired, Problem, problemFromFailure } from "./problem.ts";
import { t } from "#web/messages/translate.ts";

/** The credits without which no live session begins. */
const liveCredits = 15;

/** Finds the reason why a session was refused, which browsers do not say of a WebSocket. */
async function explain(): Promise<unknown> {
  try {
    const { credits } = await call("GET /v1/usage", {});
    const remaining = credits.asr_remaining;
    if (remaining >= liveCredits)
      return new Problem(
        503,
        t("All slots for live sessions are taken, or you have too many open. Try again in a minute."),
      );
    const figures = t("This needs {required} credits; {remaining} remain.", {
      required: liveCredits,
      remaining: formatNumber(remaining),
    });
    return new Problem(paymentRequired, `${t("Insufficient credits.")} ${figures}`);
  } catch (error) {
    return error;
  }
}

/** Transcribes live as the account that is signed in: its cookie is the credential. */
export const transcribeLive = (options: LiveOptions): LiveTranscription =>
  new LiveTranscription({ baseUrl: location.origin, credential: () => null, explain }, options);

/** An error of a live session, as the pages show it. */
export function liveProblem(error: unknown): unknown {
  if (error instanceof LiveSessionError) return problemFromFailure(error);
  return error instanceof SocketError ? new ConnectionError(error.message, { cause: error }) : error;
}

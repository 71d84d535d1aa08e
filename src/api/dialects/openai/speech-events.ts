import { publicError } from "#src/api/errors.ts";
import { openAi } from "./dialect.ts";
import { eventOf } from "./server-sent-events.ts";

interface SpokenText {
  readonly characters: number;
  readonly requestId: string;
  readonly path: string;
}

/** Audio as OpenAI's events, as it comes. What goes wrong meanwhile is the last of them: the status has been sent. */
export async function* speechEvents(
  audio: AsyncIterable<Buffer>,
  { characters, requestId, path }: SpokenText,
): AsyncGenerator<string> {
  try {
    for await (const part of audio) yield eventOf({ type: "speech.audio.delta", audio: part.toString("base64") });
    // Characters are what is charged here.
    const usage = { input_tokens: characters, output_tokens: 0, total_tokens: characters };
    yield eventOf({ type: "speech.audio.done", usage });
  } catch (error) {
    yield `event: error\n${eventOf(openAi.errorReply(publicError(error), { requestId, path }).body)}`;
  }
}

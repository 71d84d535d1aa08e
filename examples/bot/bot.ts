// A bot that transcribes voice messages and speaks texts. Connect it to a messenger, such as Telegram.
import { InsufficientCreditsError, InvalidInputError, type SpeechClient } from "speech-service-sdk";

/** A message of a person: a text, or a voice message as its file. */
export type Message = { readonly text: string } | { readonly voice: Blob };

/** The answer of the bot: a text, or a voice message in Ogg with Opus, as messengers play it. */
export type Answer = { readonly text: string } | { readonly voice: Uint8Array };

/** An error, in words for the person. */
function apology(error: unknown): Answer {
  if (error instanceof InvalidInputError)
    return { text: "I cannot use this message. Send a voice message or a short text." };
  if (error instanceof InsufficientCreditsError) return { text: "The account has no credits left." };
  throw error;
}

/** A bot on a client of the speech service. */
export const createBot =
  (client: SpeechClient) =>
  async (message: Message): Promise<Answer> => {
    try {
      if ("voice" in message) {
        const { text } = await client.transcribe(message.voice, { intervalMs: 250 });
        return { text: text === null || text === "" ? "No speech was recognized." : text };
      }
      const audio = await client.speak(message.text, { format: "ogg" });
      return { voice: await audio.bytes() };
    } catch (error) {
      return apology(error);
    }
  };

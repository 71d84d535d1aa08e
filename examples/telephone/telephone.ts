// Speech for telephones, as Twilio's media streams carry it: mu-law, 8000 Hz, one channel, no header.
import type { SpeechClient } from "speech-service-sdk";

/** Bytes of 20 milliseconds. */
const frameBytes = 160;
/** No sound, in mu-law. */
const silence = 0xff;

/** Yields the messages that play a text on a media stream. The first is ready before the whole text has been synthesized. */
export async function* mediaMessages(client: SpeechClient, text: string, streamSid: string): AsyncGenerator<string> {
  const { stream } = await client.speak(text, { format: "mulaw", sample_rate: 8000 });
  const media = (frame: Buffer) =>
    JSON.stringify({ event: "media", streamSid, media: { payload: frame.toString("base64") } });
  let rest = Buffer.alloc(0);
  for await (const part of stream) {
    rest = Buffer.concat([rest, part]);
    for (; rest.length >= frameBytes; rest = rest.subarray(frameBytes)) yield media(rest.subarray(0, frameBytes));
  }
  if (rest.length > 0) yield media(Buffer.concat([rest, Buffer.alloc(frameBytes - rest.length, silence)]));
  // A mark comes back when everything before it has been played.
  yield JSON.stringify({ event: "mark", streamSid, mark: { name: "end" } });
}

/** Transcribes the audio of a caller, the concatenated payloads of a media stream, through the Deepgram-compatible API. */
export async function transcribeCall(baseUrl: string, apiKey: string, mulaw: Uint8Array<ArrayBuffer>): Promise<string> {
  const query = new URLSearchParams({ model: "nova-3", encoding: "mulaw", sample_rate: "8000" });
  const response = await fetch(`${baseUrl}/deepgram/v1/listen?${query}`, {
    method: "POST",
    headers: { Authorization: `Token ${apiKey}`, "Content-Type": "application/octet-stream" },
    body: mulaw,
  });
  if (!response.ok) throw new Error(await response.text());
  const { results } = (await response.json()) as {
    results: { channels: { alternatives: { transcript: string }[] }[] };
  };
  return results.channels[0]?.alternatives[0]?.transcript ?? "";
}

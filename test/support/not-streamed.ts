/** `speakSentences` of a fake synthesizer that speaks whole texts only. */
export function notStreamed(): never {
  throw new Error("No text is streamed here.");
}

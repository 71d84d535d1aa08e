/** Of a synthesizer whose texts are spoken whole. */
export function notStreamed(): never {
  throw new Error("No text is streamed here.");
}

/** The name that busboy has read as one character for each byte, in UTF-8 where it is that. */
export function decodeFileName(sent: string): string {
  const bytes = Buffer.from(sent, "latin1");
  // A name with wider characters was decoded already: `filename*` (RFC 5987).
  if (bytes.toString("latin1") !== sent) return sent;
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? sent : text;
}

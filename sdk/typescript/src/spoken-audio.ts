/** A spoken text. Its audio can be read once: as a stream, or as a whole. */
export interface SpokenAudio {
  readonly requestId: string;
  readonly contentType: string;
  readonly stream: ReadableStream<Uint8Array>;
  bytes(): Promise<Uint8Array>;
}

/** The audio of an answer. */
export const audioOf = (requestId: string, response: Response): SpokenAudio => {
  const stream = response.body ?? new ReadableStream<Uint8Array>();
  return {
    requestId,
    contentType: response.headers.get("content-type") ?? "application/octet-stream",
    stream,
    bytes: async () => new Uint8Array(await new Response(stream).arrayBuffer()),
  };
};

import { send } from "#web/api/call.ts";

/** A sound that can be played. */
export interface Sound {
  readonly address: string;
  /** Its bytes, for the waveform. */
  readonly content: () => Promise<Blob>;
}

/** The stored sound of a request. */
export function storedSound(requestId: string): Sound {
  const address = `/v1/speech/requests/${requestId}/audio`;
  return { address, content: async () => (await send(address, {})).blob() };
}

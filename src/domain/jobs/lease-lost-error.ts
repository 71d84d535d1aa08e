/** The run is no longer the one that may finish its work: what it was about to write must not be written. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";

  constructor() {
    super("Another run has taken over this work, or its subject is gone.");
  }
}

/** This worker cannot do the work, and another one can: it is handed back without counting as a failure. */
export class OtherWorkerError extends Error {
  override readonly name = "OtherWorkerError";

  constructor() {
    super("Another worker has the engine that this work needs.");
  }
}

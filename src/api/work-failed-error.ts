import { DomainError } from "#src/errors.ts";

/** What a call is answered whose work was accepted and then failed; it has cost us something, unlike a refusal. */
export class WorkFailedError extends DomainError {}

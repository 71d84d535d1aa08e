import type { Resources } from "#src/platform/resources.ts";
import type { CallOptions } from "#harness/clients/client.ts";

/** The objects that the valid calls of a test are about. The objects belong to the owner. */
export interface Subjects {
  readonly resources: Resources;
  readonly ownerId: string;
  readonly strangerId: string;
  /** A synthesis. */
  readonly spoken: string;
  /** A transcription. */
  readonly heard: string;
  /** A batch that waits for its file. */
  readonly draft: { readonly id: string; readonly fileId: string };
  /** A voice that is being trained. */
  readonly voiceId: string;
  readonly ticketId: string;
  readonly failedEvent: string;
  /** A folder of models. */
  readonly folderId: string;
  readonly webhookSecret: string;
  readonly paymentSecret: string;
  readonly fromOurPages: Readonly<Record<string, string>>;
}

/** A valid call of a route, and what it is answered when the credential is good, too. */
export interface ValidCall {
  /** By a function where it names an object, which is a new one for every call that uses it up. */
  readonly path: string | ((its: Subjects) => string | Promise<string>);
  readonly status: number;
  readonly options?: (its: Subjects) => CallOptions;
}

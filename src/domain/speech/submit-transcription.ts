import type { Kysely } from "kysely";
import type { usageSources } from "#db/billing-schema.ts";
import type { audioContainers, Database } from "#db/schema.ts";
import { insertJob, type JobTicket } from "#src/domain/jobs/queries.ts";
import { storeThenWrite } from "#src/domain/uploads/store-then-write.ts";
import type { Dispatcher } from "#src/platform/dispatcher.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { admitRequest } from "./admit-request.ts";
import { chargedSeconds } from "./charged-seconds.ts";
import { demoWork } from "./demo-work.ts";
import { findRequest, insertTranscriptionRequest } from "./queries.ts";

export interface TranscriptionInput {
  readonly requestId: string;
  readonly userId: string | null;
  readonly isDemo: boolean;
  /** Demo work that is queued like ordinary work. */
  readonly skipsLane?: boolean;
  /** How the account called; null in the demo. */
  readonly source: (typeof usageSources)[number] | null;
  /** How many unfinished requests the account may have. */
  readonly maxUnfinished: number;
  readonly language: string;
  /** The uploaded file; it is moved away. */
  readonly path: string;
  readonly container: (typeof audioContainers)[number];
  /** How long the file says that it is; null when it does not say. */
  readonly declaredSeconds: number | null;
}

/** What is set aside first for a file that does not say how long it is; its decoded length is what is charged. */
const unknownSeconds = 1;

/**
 * Keeps the audio, writes the request down, sets aside what it seems to cost (a credit for each second), and queues the
 * work.
 * @throws DomainError `insufficient_credits`, `concurrency_limited`
 */
export async function submitTranscription(
  {
    db,
    dispatcher,
    store,
  }: { readonly db: Kysely<Database>; readonly dispatcher: Dispatcher; readonly store: ObjectStore },
  input: TranscriptionInput,
): Promise<void> {
  const key = `sources/${input.requestId}`;
  const ticket = await storeThenWrite(
    { store, key, path: input.path },
    {
      write: () => writeRequest(db, input, key),
      exists: async () => (await findRequest(db, input.requestId)) !== null,
    },
  );
  await dispatcher.dispatch(ticket);
}

const writeRequest = (db: Kysely<Database>, input: TranscriptionInput, sourceKey: string): Promise<JobTicket> =>
  db.transaction().execute(async (trx) => {
    const credits = chargedSeconds(input.declaredSeconds ?? unknownSeconds);
    await admitRequest(trx, { ...input, pool: "asr", credits });
    await insertTranscriptionRequest(trx, {
      id: input.requestId,
      userId: input.userId,
      isDemo: input.isDemo,
      source: input.source,
      language: input.language,
      sourceKey,
      sourceContainer: input.container,
    });
    return insertJob(trx, {
      subjectId: input.requestId,
      name: "transcribe-audio",
      ...(input.isDemo && !input.skipsLane && demoWork),
    });
  });

import type { Kysely } from "kysely";
import type { audioContainers, Database } from "#db/schema.ts";
import { insertJob, type JobTicket } from "#src/domain/jobs/queries.ts";
import { storeThenWrite } from "#src/domain/uploads/store-then-write.ts";
import type { Dispatcher } from "#src/platform/dispatcher.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { demoWork } from "./demo-work.ts";
import { findRequest, insertTranscriptionRequest } from "./queries.ts";
import { requireRoom } from "./require-room.ts";

export interface TranscriptionInput {
  readonly requestId: string;
  readonly userId: string | null;
  readonly isDemo: boolean;
  /** How many unfinished requests the account may have. */
  readonly maxUnfinished: number;
  readonly language: string;
  /** The uploaded file; it is moved away. */
  readonly path: string;
  readonly container: (typeof audioContainers)[number];
}

/**
 * Keeps the audio, writes the request down and queues the work.
 * @throws DomainError `concurrency_limited`
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
    await requireRoom(trx, input);
    await insertTranscriptionRequest(trx, {
      id: input.requestId,
      userId: input.userId,
      isDemo: input.isDemo,
      language: input.language,
      sourceKey,
      sourceContainer: input.container,
    });
    return insertJob(trx, { subjectId: input.requestId, name: "transcribe-audio", ...(input.isDemo && demoWork) });
  });

import type { Kysely } from "kysely";
import type { audioContainers, Database } from "#db/schema.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { storeThenWrite } from "#src/domain/uploads/store-then-write.ts";
import type { Dispatcher } from "#src/platform/dispatcher.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { findVoice, insertVoice, type Voice } from "./queries.ts";

export interface VoiceInput {
  /** Of the voice to be. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  /** Primary tag, or `und`. */
  readonly language: string;
  /** The uploaded sample; it is moved away. */
  readonly path: string;
  readonly container: (typeof audioContainers)[number];
}

/** Keeps the sample, makes the voice and queues its training. */
export async function createVoice(
  {
    db,
    dispatcher,
    store,
  }: { readonly db: Kysely<Database>; readonly dispatcher: Dispatcher; readonly store: ObjectStore },
  { id, userId, name, description, language, path, container }: VoiceInput,
): Promise<Voice> {
  const sampleKey = `samples/${id}`;
  const sample = { sampleKey, sampleContainer: container };
  const write = () =>
    db.transaction().execute(async (trx) => {
      const voice = await insertVoice(trx, { id, userId, name, description, language, ...sample });
      return { voice, ticket: await insertJob(trx, { subjectId: id, name: "train-voice" }) };
    });
  const exists = async (): Promise<boolean> => (await findVoice(db, id)) !== null;
  const { voice, ticket } = await storeThenWrite({ store, key: sampleKey, path }, { write, exists });
  await dispatcher.dispatch(ticket);
  return voice;
}

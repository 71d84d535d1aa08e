import type { Kysely } from "kysely";
import type { audioFormats, Database } from "#db/schema.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { findSpeakingVoice } from "#src/domain/voices/find-speaking-voice.ts";
import type { Dispatcher } from "#src/platform/dispatcher.ts";
import { demoWork } from "./demo-work.ts";
import { insertSynthesisRequest } from "./queries.ts";
import { requireRoom } from "./require-room.ts";

export interface SynthesisInput {
  readonly requestId: string;
  readonly userId: string | null;
  readonly isDemo: boolean;
  /** How many unfinished requests the account may have. */
  readonly maxUnfinished: number;
  readonly text: string;
  /** Primary tag; the voice's own language when absent, English when there is no voice either. */
  readonly language?: string | undefined;
  /** Own or built in; the language's default voice when absent. */
  readonly voiceId?: string | undefined;
  readonly speed: number;
  readonly format: (typeof audioFormats)[number];
}

/**
 * Writes a text down to be spoken and queues the work.
 * @throws DomainError `voice_not_found`, `voice_not_ready`, `concurrency_limited`
 */
export async function submitSynthesis(
  { db, dispatcher }: { readonly db: Kysely<Database>; readonly dispatcher: Dispatcher },
  input: SynthesisInput,
): Promise<void> {
  const voice = await findSpeakingVoice({ db }, input);
  const ticket = await db.transaction().execute(async (trx) => {
    await requireRoom(trx, input);
    await insertSynthesisRequest(trx, {
      id: input.requestId,
      userId: input.userId,
      isDemo: input.isDemo,
      text: input.text,
      characters: [...input.text].length,
      language: voice.language,
      voiceId: voice.id,
      speed: input.speed,
      format: input.format,
    });
    return insertJob(trx, { subjectId: input.requestId, name: "synthesize-speech", ...(input.isDemo && demoWork) });
  });
  await dispatcher.dispatch(ticket);
}

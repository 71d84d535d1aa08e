import { applyIdentityEvent } from "./apply-identity-event.ts";
import { applyPaymentEvent } from "./apply-payment-event.ts";
import type { JobContract, QueueName } from "./contract.ts";
import { exportDocument } from "./export-document.ts";
import { synthesizeSpeech } from "./synthesize-speech.ts";
import { trainVoice } from "./train-voice.ts";
import { transcribeAudio } from "./transcribe-audio.ts";

/** Every kind of work there is. */
export const jobContracts = [
  synthesizeSpeech,
  transcribeAudio,
  trainVoice,
  exportDocument,
  applyIdentityEvent,
  applyPaymentEvent,
] as const;

type Contracts = (typeof jobContracts)[number];
export type JobName = Contracts["name"];
/** The names of the jobs that a queue carries. */
export type JobNamesOf<Queue extends QueueName> = Extract<Contracts, { queue: Queue }>["name"];

const byName: ReadonlyMap<string, JobContract<JobName>> = new Map(
  jobContracts.map((contract) => [contract.name, contract] as const),
);

/** The contract of a job; throws for a name that no contract has. */
export function jobContract(name: string): JobContract<JobName> {
  const contract = byName.get(name);
  if (contract === undefined) throw new Error(`There is no job ${name}.`);
  return contract;
}

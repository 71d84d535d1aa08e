import type { Dialect } from "#src/api/dialects/dialect.ts";
import { accountFields } from "./account.ts";
import { assemblyAiFields } from "./assemblyai.ts";
import { callbackFields } from "./callbacks.ts";
import { billingFields } from "./billing.ts";
import { commonFields } from "./common.ts";
import { deepgramFields } from "./deepgram.ts";
import { elevenLabsFields } from "./elevenlabs.ts";
import type { FieldFacts } from "./field-facts.ts";
import { openAiFields } from "./openai.ts";
import { operationsFields } from "./operations.ts";
import { sarvamFields } from "./sarvam.ts";
import { speechFields } from "./speech.ts";
import { voicesFields } from "./voices.ts";

/** Fields of our own calls, by their subjects. */
export const ownFacts: readonly FieldFacts[] = [
  commonFields,
  speechFields,
  voicesFields,
  accountFields,
  billingFields,
  operationsFields,
  callbackFields,
];
const own: FieldFacts = Object.fromEntries(ownFacts.flatMap((facts) => Object.entries(facts)));
const vendors = {
  openai: openAiFields,
  deepgram: deepgramFields,
  elevenlabs: elevenLabsFields,
  sarvam: sarvamFields,
  assemblyai: assemblyAiFields,
};

/** The facts that hold in a dialect; null is ours. */
export const fieldFactsOf = (dialect: Dialect | null): FieldFacts =>
  dialect === null ? own : { ...own, ...vendors[dialect.name] };

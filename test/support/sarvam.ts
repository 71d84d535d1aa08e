import type { ExecutionContext } from "ava";
import { SarvamAIClient, SarvamAIError } from "sarvamai";
import { z } from "zod";

/** Sarvam's own client, as its users make it, with another address. */
export const sarvamClient = (url: string, apiSubscriptionKey: string): SarvamAIClient => {
  const base = `${url}/sarvam`;
  const environment = { base, creative: base, production: base.replace(/^http/, "ws") };
  return new SarvamAIClient({ apiSubscriptionKey, environment });
};

const errorBody = z.object({ error: z.object({ message: z.string(), code: z.string(), request_id: z.uuid() }) });

/** Reads what the client throws: the name of its class, the status, Sarvam's word for the reason, and the sentence. */
export async function refusalOf(t: ExecutionContext, call: PromiseLike<unknown>) {
  const thrown = await t.throwsAsync(Promise.resolve(call), { instanceOf: SarvamAIError });
  const { code, message: sentence, request_id: requestId } = errorBody.parse(thrown?.body).error;
  return { name: thrown?.constructor.name, status: thrown?.statusCode, code, sentence, requestId };
}

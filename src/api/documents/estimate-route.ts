import { createHash } from "node:crypto";
import { setImmediate as afterOthers } from "node:timers/promises";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { type ParagraphPlan, planParagraphs } from "#src/domain/documents/plan-paragraphs.ts";
import { readDocument } from "#src/domain/documents/queries.ts";
import { isSettled, stateOf } from "#src/domain/documents/spoken.ts";
import { priceOfText } from "#src/domain/speech/price-of-text.ts";
import { documentEstimate, documentParams as params } from "./schemas.ts";

/** The prices of paragraphs that were asked for last, by digests of what they depend on: a page asks again after each change. */
const knownCredits = new Map<string, number>();
/** Some 10 MB; then all are forgotten. */
const mostKnown = 50_000;

/** The credits of a paragraph. Other calls are answered before they are counted. */
async function creditsOf({ spoken, voice, ...others }: Omit<ParagraphPlan, "paragraph">): Promise<number> {
  const planned = { text: spoken.text, voice: { language: voice.language, accent: voice.accent }, ...others };
  const digest = createHash("sha256").update(JSON.stringify(planned)).digest("base64");
  const known = knownCredits.get(digest);
  if (known !== undefined) return known;
  await afterOthers();
  const { credits } = priceOfText(planned);
  if (knownCredits.size >= mostKnown) knownCredits.clear();
  knownCredits.set(digest, credits);
  return credits;
}

async function pricesOf(plans: readonly ParagraphPlan[], signal: AbortSignal) {
  const prices: { readonly paragraph_id: string; readonly credits: number }[] = [];
  for (const { paragraph, ...planned } of plans) {
    if (signal.aborted) break;
    prices.push({ paragraph_id: paragraph.id, credits: await creditsOf(planned) });
  }
  return prices;
}

const sumOf = (prices: readonly { readonly credits: number }[]): number =>
  prices.reduce((sum, { credits }) => sum + credits, 0);

/** The price of a document before it is spoken. */
export const documentEstimateRoute = accountRoute(
  {
    ...{ method: "get", path: "/v1/documents/{document_id}/estimate", operationId: "documents.getEstimate" },
    ...{ tag: "Documents", access: "account", scope: "speech", limit: "speech" },
    summary: "Estimate the cost of a document",
    description:
      "The prices of all paragraphs, in the order of the document, by the voices and dictionaries that they have now: a credit for each character, " +
      "or for each letter where numbers and signs in words make more than twice as many.",
    ...{ params, query: noInput, body: noBody },
    responses: { 200: { description: "The prices.", schema: documentEstimate } },
    errors: ["document_not_found", "voice_not_found", "voice_not_ready", "voice_outdated", "audio_too_long"],
  },
  async ({ params: { document_id: id } }, { userId }, { resources: { db, mutex }, engines, signal }) => {
    const [whole, { synthesis }] = await Promise.all([readDocument(db, { id, userId }), engines.current()]);
    const { document, paragraphs } = whole;
    // A long document takes seconds: those of an account are counted one after the other.
    const prices = await mutex.runExclusive(`estimates of ${userId}`, async () =>
      pricesOf(await planParagraphs(db, { userId, whole, paragraphs, engines: synthesis }), signal),
    );
    const left = paragraphs.map((one) => !isSettled(stateOf(document, one)));
    return {
      status: 200,
      data: {
        document_id: id,
        credits: sumOf(prices),
        credits_left: sumOf(prices.filter((_price, index) => left[index])),
        paragraphs: prices,
      },
    };
  },
);

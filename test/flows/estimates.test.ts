import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { documentAnswer, documentEstimate } from "#src/api/documents/schemas.ts";
import { synthesisEstimate } from "#src/api/speech/estimate-route.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"] });
test.after.always(() => service[Symbol.asyncDispose]());

const withNumbers = "Dr. Nguyen paid $1,250.75 at 6:45 p.m. on 12 March 1987.";
const path = "/v1/speech/estimates";

const estimate = async (key: string, json: object) =>
  (await service.call("POST", path, { key, json })).data(synthesisEstimate);

const chargedTo = async (userId: string): Promise<readonly number[]> =>
  (await chargesOf(service.resources, userId)).map(([, credits]) => credits);

test("an estimate is what the text then costs, and costs nothing itself", async (t) => {
  const { key, userId } = await service.account();
  const dictionary = { name: "Names", entries: [{ word: "XYZ", respelling: "a very long name ".repeat(3) }] };
  await service.call("POST", "/v1/pronunciation-dictionaries", { key, json: dictionary });
  const ssml = { input_type: "ssml", text: '<speak><say-as interpret-as="characters">W9W9W9W9</say-as></speak>' };
  const calls = [{ text: withNumbers }, { text: "Room 12 costs $5." }, { text: "XYZ." }, ssml];
  const estimates = await Promise.all(calls.map((json) => estimate(key, json)));
  t.deepEqual(await chargedTo(userId), []);
  t.like(estimates[0], { characters: 56, credits: 151, language: "en", text_language: null });
  t.like(estimates[1], { characters: 17, credits: 17 });
  t.true((estimates[2]?.credits ?? 0) > 40, "respellings count");
  for (const json of calls) t.is((await service.call("POST", "/v1/speech/synthesize", { key, json })).status, 200);
  const inOrder = (credits: readonly number[]) => credits.toSorted((a, b) => a - b);
  t.deepEqual(inOrder(await chargedTo(userId)), inOrder(estimates.map(({ credits }) => credits)));
});

test("an estimate names the language of the text beside that of the call, and refuses what a synthesis refuses", async (t) => {
  const { key } = await service.account();
  const text = "Bonjour à tous, je suis très heureux de vous rencontrer ce matin dans notre nouvelle maison.";
  t.like(await estimate(key, { text, language: "en" }), { language: "en", text_language: "fr" });
  t.like(await estimate(key, { text }), { language: "fr", text_language: "fr" });
  const refusals = [
    [{ text: "?!" }, 422],
    [{ text: "Hello.", voice: "Nobody of this name" }, 404],
    [{ text: "\u{FDFA}".repeat(5_000) }, 413],
  ] as const;
  for (const [json, status] of refusals) t.is((await service.call("POST", path, { key, json })).status, status);
});

test("the estimate of a document has the price of each paragraph, and all that was charged", async (t) => {
  const { key, userId } = await service.account();
  const json = { title: "Sums", text: `# Sums\n\n${withNumbers}` };
  const made = (await service.call("POST", "/v1/documents", { key, json })).data(documentAnswer);
  const its = `/v1/documents/${made.document_id}`;
  const priced = async () => (await service.call("GET", `${its}/estimate`, { key })).data(documentEstimate);
  const [heading, paragraph] = made.chapters?.[0]?.paragraphs ?? [];
  t.deepEqual(await priced(), {
    ...{ document_id: made.document_id, credits: 155, credits_left: 155 },
    paragraphs: [
      { paragraph_id: heading?.paragraph_id ?? "", credits: 4 },
      { paragraph_id: paragraph?.paragraph_id ?? "", credits: 151 },
    ],
  });
  t.is((await service.call("POST", `${its}/speak`, { key })).status, 202);
  while ((await chargedTo(userId)).length < 2) await delay(100);
  t.like(await priced(), { credits: 155, credits_left: 0 });
  const change = { key, json: { text: "Nothing." } };
  const changed = await service.call("PATCH", `${its}/paragraphs/${paragraph?.paragraph_id}`, change);
  t.is(changed.data(documentAnswer).credits_charged, 155, "replaced sound was paid for");
  t.like(await priced(), { credits: 12, credits_left: 8 });
});

import test from "ava";
import { createdVoice, voiceAnswer } from "#src/api/voices/schemas.ts";
import { findVoice } from "#src/domain/voices/queries.ts";
import { audioForm } from "#harness/clients/client.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

const service = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const make = (key: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  service.call("POST", "/v1/voices", { key, headers, form: audioForm(tone(2), { name: "Mine", ...fields }) });

const isImproved = async (key: string, fields: Readonly<Record<string, string>>): Promise<boolean> => {
  const { voice_id: id } = (await make(key, fields)).data(createdVoice);
  return (await findVoice(db, id))?.search !== null;
};

test("the search for a better voice runs only on request", async (t) => {
  const { key } = await service.account();
  for (const yes of ["true", "1", "on", "TRUE"]) t.true(await isImproved(key, { improve: yes }), yes);
  for (const no of ["false", "0", "off"]) t.false(await isImproved(key, { improve: no }), no);
  t.false(await isImproved(key, {}));
});

test("a value that is not a boolean is 422 at its field and makes no voice", async (t) => {
  const { key } = await service.account();
  for (const improve of [
    "maybe",
    "2",
    "-1",
    "null",
    "true false",
    "yes\u0000",
    "ja",
    "[true]",
    "1.0",
    "é".repeat(5000),
  ]) {
    const { status, json } = await make(key, { improve });
    t.is(status, 422, improve.slice(0, 20));
    t.like(json, { detail: [{ loc: ["body", "improve"] }] });
  }
  t.like((await service.call("GET", "/v1/voices?type=custom", { key })).json, { data: { total: 0 } });
});

test("the same call with the same Idempotency-Key makes one voice, another choice is another call", async (t) => {
  const { key } = await service.account();
  const headers = { "Idempotency-Key": "improve-once" };
  const first = (await make(key, { improve: "true" }, headers)).data(createdVoice);
  t.is((await make(key, { improve: "true" }, headers)).data(createdVoice).voice_id, first.voice_id);
  t.true((await make(key, {}, headers)).status >= 409);
});

test("what the search reached is shown in thousandths", async (t) => {
  const { key } = await service.account();
  const { voice_id: id } = (await make(key, { improve: "true" })).data(createdVoice);
  const clarity = { signal: 3, background: 4, overall: 3.2 };
  const match = {
    ...{ method: "matched", baseVoice: "af_heart", similarity: 0.8234, builtinVoice: "af_sky", builtinSimilarity: 0.7 },
    ...{ samplePitchHz: 190, pitchHz: 190, wordErrors: 0, words: 15, sampleSeconds: 12, warnings: [] },
    ...{ clarity, sampleClarity: clarity, improvement: { evaluations: 25, before: 0.81949, after: 0.8234 } },
  };
  await db
    .updateTable("voices")
    .set({ status: "ready", engine: "kokoro", engine_voice: "af_heart", match: JSON.stringify(match) })
    .where("id", "=", id)
    .execute();
  const voice = (await service.call("GET", `/v1/voices/${id}`, { key })).data(voiceAnswer);
  t.deepEqual(voice.match?.improvement, { evaluations: 25, similarity_before: 0.819, similarity_after: 0.823 });
});

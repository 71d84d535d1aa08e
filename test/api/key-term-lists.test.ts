import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { tone } from "#harness/audio/sounds.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { recordingForm } from "#test/support/recording-form.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
test.after.always(() => service[Symbol.asyncDispose]());

const path = "/v1/key-term-lists";
const kept = z.object({ list_id: z.uuid(), name: z.string(), terms: z.array(z.string()) });
const newList = async (key: string, name: string, terms: readonly string[] = ["Kokoro"]) => {
  const answer = await service.call("POST", path, { key, json: { name, terms } });
  return { answer, list: kept.safeParse(answer.status === 201 ? answer.data(kept) : null).data };
};
const termsOf = (count: number, word = "term"): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${word} ${at}`);

test("an account keeps, reads, changes and deletes its lists, which others do not see", async (t) => {
  const { key } = await service.account();
  const stranger = await service.account();
  const { list } = await newList(key, "Cardiology", ["Metoprolol", " Ramipril ", "Metoprolol"]);
  t.deepEqual(list?.terms, ["Metoprolol", "Ramipril"]);
  const own = `${path}/${list?.list_id}`;
  t.like((await service.call("GET", own, { key })).json, { data: { name: "Cardiology" } });
  t.like((await service.call("PATCH", own, { key, json: { terms: ["Apixaban"] } })).json, {
    data: { name: "Cardiology", terms: ["Apixaban"] },
  });
  await newList(key, "Accounts");
  const all = await service.call("GET", path, { key });
  t.like(all.json, { data: { items: [{ name: "Accounts" }, { name: "Cardiology", terms: ["Apixaban"] }] } });
  t.deepEqual((await service.call("GET", path, { key: stranger.key })).json, { success: true, data: { items: [] } });
  for (const method of ["GET", "PATCH", "DELETE"] as const) {
    const json = method === "PATCH" ? { json: { name: "Mine" } } : {};
    const refused = await service.call(method, own, { key: stranger.key, ...json });
    t.like([refused.status, refused.json], [404, { code: "key_term_list_not_found" }]);
  }
  t.like((await service.call("DELETE", own, { key })).json, { data: { list_id: list?.list_id, deleted: true } });
  t.is((await service.call("GET", own, { key })).status, 404);
});

test("a name is there once, and an account has 50 lists at most, also where many are made at the same time", async (t) => {
  const { key } = await service.account();
  const { list } = await newList(key, "First");
  t.like((await newList(key, "First")).answer.json, { code: "key_term_list_exists" });
  const made = await Promise.all(Array.from({ length: 55 }, (_, at) => newList(key, `List ${at}`)));
  t.is(made.filter(({ answer }) => answer.status === 201).length, 49);
  t.like(made.find(({ answer }) => answer.status !== 201)?.answer.json, { code: "key_term_list_limit" });
  const change = { key, json: { name: made.find((one) => one.list !== undefined)?.list?.name } };
  t.like((await service.call("PATCH", `${path}/${list?.list_id}`, change)).json, { code: "key_term_list_exists" });
});

test("a list without terms, with too many, or with one that is none is refused", async (t) => {
  const { key } = await service.account();
  for (const [json, loc] of [
    [{ name: "A", terms: [] }, ["body", "terms"]],
    [{ name: "A", terms: termsOf(201) }, ["body", "terms"]],
    [{ name: "A", terms: ["good", "!"] }, ["body", "terms", 1]],
    [{ name: "", terms: ["good"] }, ["body", "name"]],
    [{ name: "x".repeat(101), terms: ["good"] }, ["body", "name"]],
    [{ name: "A" }, ["body", "terms"]],
  ] as const) {
    const refused = await service.call("POST", path, { key, json });
    t.is(refused.status, 422);
    t.like(refused.json, { detail: [{ loc }] }, JSON.stringify(refused.json).slice(0, 300));
  }
});

test("a transcription has the terms of a list by its id or name beside its own, 200 together at most", async (t) => {
  const { key, userId } = await service.account();
  const { list } = await newList(key, "Cardiology", termsOf(150));
  const stranger = await service.account();
  const sent = (fields: Readonly<Record<string, string | readonly string[]>>, caller = key) =>
    service.call("POST", "/v1/speech/transcriptions", {
      ...{ key: caller, headers: { prefer: "respond-async" } },
      form: recordingForm(tone(1), { fields, fileField: "audio" }),
    });
  const row = z.object({ options: z.object({ keyTerms: z.array(z.string()) }) });
  for (const which of ["Cardiology", list?.list_id ?? ""]) {
    const accepted = await sent({ key_term_list: which, key_terms: ["Kokoro", "term 3"] });
    t.is(accepted.status, 202, which);
    const id = accepted.headers.get("x-request-id") ?? "";
    const found = await service.resources.db
      .selectFrom("speech_requests")
      .select("options")
      .where("id", "=", id)
      .execute();
    const { keyTerms } = row.parse(found[0]).options;
    t.deepEqual([keyTerms.length, keyTerms[0]], [151, "Kokoro"]);
  }
  const many = await sent({ key_term_list: "Cardiology", key_terms: termsOf(51, "other") });
  t.like([many.status, many.json], [400, { code: "too_many_key_terms" }]);
  for (const [which, caller] of [
    ["Oncology", key],
    [randomUUID(), key],
    ["Cardiology", stranger.key],
  ] as const) {
    const refused = await sent({ key_term_list: which }, caller);
    t.like([refused.status, refused.json], [404, { code: "key_term_list_not_found" }]);
  }
  const rows = service.resources.db.selectFrom("speech_requests").select("id").where("user_id", "=", userId);
  t.is((await rows.execute()).length, 2);
  t.deepEqual(await chargesOf(service.resources, stranger.userId), []);
});

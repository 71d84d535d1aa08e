import test from "ava";
import { z } from "zod";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { requestAnswer } from "#src/api/speech/schemas.ts";
import { correctionBounds } from "#src/domain/speech/corrections.ts";
import { insertHeard } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
const { key, userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const word = (text: string, start: number, speaker: number) => ({
  ...{ word: text, written: text, spoken: text, start, end: start + 0.5, confidence: 0.4, speaker },
});
const heardWords: TranscriptJson = {
  text: "Good mourning. Um. Hi.",
  segments: [
    { id: 0, start: 0, end: 1, text: "Good mourning.", confidence: 0.4, speaker: 0 },
    { id: 1, start: 1, end: 1.5, text: "Um.", confidence: 0.4, speaker: 0 },
    { id: 2, start: 2, end: 2.5, text: "Hi.", confidence: 0.4, speaker: 1 },
  ],
  words: [word("Good", 0, 0), word("mourning.", 0.5, 0), word("Um.", 1, 0), word("Hi.", 2, 1)],
};

/** A completed transcription of an account. @returns its id */
async function heard(owner = userId): Promise<string> {
  const id = await insertHeard(service.resources, owner);
  const transcript = JSON.stringify(heardWords);
  await db.updateTable("speech_requests").set({ transcript }).where("id", "=", id).execute();
  return id;
}

const pathOf = (id: string): string => `/v1/speech/requests/${id}`;
const update = (id: string, json: unknown, by = key) =>
  service.call("PATCH", `${pathOf(id)}/transcript`, { key: by, json });
const correct = (id: string, segments: unknown, by = key) => update(id, { segments }, by);
const textOf = async (id: string, format = "text", by = key) =>
  (await service.call("GET", `${pathOf(id)}/transcript?format=${format}`, { key: by })).bytes.toString();
async function shown(id: string) {
  const answer = (await service.call("GET", pathOf(id), { key })).data(requestAnswer);
  if (answer.request_type !== "asr") throw new Error("Not a transcription.");
  return answer;
}

test("a correction is in answers, texts and subtitles, with times and sure words, and says where it is", async (t) => {
  const id = await heard();
  const answer = await correct(id, { "0": "Good morning.", "1": "" });
  t.is(answer.status, 200);
  const request = await shown(id);
  t.is(request.text, "Good morning. Hi.");
  t.deepEqual(answer.data(requestAnswer), request);
  t.deepEqual(
    request.segments?.map(({ id: at, text, corrected }) => [at, text, corrected]),
    [
      [0, "Good morning.", true],
      [1, "", true],
      [2, "Hi.", undefined],
    ],
  );
  t.deepEqual(
    request.words?.map(({ written, start, end, confidence, speaker }) => [written, start, end, confidence, speaker]),
    [
      ["Good", 0, 0.5, 0.4, "A"],
      ["morning.", 0.5, 1, 1, "A"],
      ["Hi.", 2, 2.5, 0.4, "B"],
    ],
  );
  t.is(await textOf(id), "A: Good morning.\nB: Hi.\n");
  t.regex(await textOf(id, "srt"), /\nA: Good morning\.\n\n2\n[^\n]+\nB: Hi\.\n/);
  t.regex(await textOf(id, "vtt"), /\n<v A>Good morning\.\n\n[^\n]+\n<v B>Hi\.\n/);
  t.like(JSON.parse(await textOf(id, "json")), {
    data: { text: "Good morning. Hi.", segments: [{ corrected: true }] },
  });
});

test("the APIs of other vendors answer with the corrections", async (t) => {
  const id = await heard();
  await correct(id, { "0": "Good morning.", "1": "" });
  const headers = { authorization: key };
  const assemblyai = await service.call("GET", `/assemblyai/v2/transcript/${id}`, { headers });
  t.like(assemblyai.json, {
    text: "Good morning. Hi.",
    words: [{ text: "Good" }, { text: "morning." }, { text: "Hi." }],
  });
  const sentences = await service.call("GET", `/assemblyai/v2/transcript/${id}/sentences`, { headers });
  t.like(sentences.json, { sentences: [{ text: "Good morning." }, { text: "Hi." }] });
  const elevenlabs = `/elevenlabs/v1/speech-to-text/transcripts/${id}`;
  t.like((await service.call("GET", elevenlabs, { headers: { "xi-api-key": key } })).json, {
    text: "Good morning. Hi.",
  });
});

test("corrections of other segments stay, null takes one back, and the machine's words return", async (t) => {
  const id = await heard();
  const before = await shown(id);
  await correct(id, { "0": "Good evening." });
  await correct(id, { "2": "Hello." });
  t.is(await textOf(id), "A: Good evening. Um.\nB: Hello.\n");
  await correct(id, { "0": null });
  t.is(await textOf(id), "A: Good mourning. Um.\nB: Hello.\n");
  await correct(id, { "2": null });
  t.deepEqual(await shown(id), before);
  await correct(id, { "0": "Good mourning." });
  t.deepEqual(await shown(id), before, "the text of the model is no correction");
});

test("names and corrections go in one call, and each leaves the other as it is", async (t) => {
  const id = await heard();
  await update(id, { speaker_names: { A: "Anna" }, segments: { "2": "Hello." } });
  t.is(await textOf(id), "Anna: Good mourning. Um.\nB: Hello.\n");
  await update(id, { speaker_names: { B: "Bo" } });
  await update(id, { segments: { "1": "" } });
  t.is(await textOf(id), "Anna: Good mourning.\nBo: Hello.\n");
});

test("a segment is given to another speaker in answers, texts and subtitles, until null takes it back", async (t) => {
  const id = await heard();
  const before = await shown(id);
  const answer = await update(id, { segment_speakers: { "1": "B" }, speaker_names: { B: "Bo" } });
  t.is(answer.status, 200);
  const request = await shown(id);
  t.deepEqual(answer.data(requestAnswer), request);
  t.deepEqual(
    request.segments?.map(({ speaker, corrected }) => [speaker, corrected]),
    [
      ["A", undefined],
      ["B", true],
      ["B", undefined],
    ],
  );
  t.deepEqual(
    request.words?.map(({ speaker }) => speaker),
    ["A", "A", "B", "B"],
  );
  t.like(request.speakers, [
    { speaker: "A", seconds: 1 },
    { speaker: "B", name: "Bo", seconds: 1 },
  ]);
  t.is(await textOf(id), "A: Good mourning.\nBo: Um. Hi.\n");
  t.regex(await textOf(id, "srt"), /\nA: Good mourning\.\n\n2\n[^\n]+\nBo: Um\. Hi\.\n/);
  await correct(id, { "1": "Well." });
  t.is(await textOf(id), "A: Good mourning.\nBo: Well. Hi.\n", "its text is corrected, too");
  await update(id, { segment_speakers: { "1": null }, segments: { "1": null }, speaker_names: { B: null } });
  t.deepEqual(await shown(id), before);
});

test("a segment is given to a speaker who was not heard, and who is named by the same call", async (t) => {
  const id = await heard();
  t.is((await update(id, { segment_speakers: { "1": "C" }, speaker_names: { C: "Cora" } })).status, 200);
  t.is(await textOf(id), "A: Good mourning.\nCora: Um.\nB: Hi.\n");
});

for (const [title, speakers] of [
  ["a segment that is not there", { "3": "A" }],
  ["a letter that no speaker has", { "0": "AE" }],
  ["a name", { "0": "Anna" }],
] as const) {
  test(`${title}: no segment is given to a speaker`, async (t) => {
    const id = await heard();
    const answer = await update(id, { segment_speakers: speakers });
    t.is(answer.status, 422);
    t.like(answer.json, { detail: [{ loc: ["body", "segment_speakers"] }] });
    t.is(await textOf(id), "A: Good mourning. Um.\nB: Hi.\n");
  });
}

test("no segment is given to a speaker where none are told apart", async (t) => {
  const id = await insertHeard(service.resources, userId);
  t.is((await update(id, { segment_speakers: { "0": "A" } })).status, 422);
});

test("corrections and names that are sent at the same time are all kept", async (t) => {
  const id = await heard();
  const calls = [
    correct(id, { "0": "Good day." }),
    correct(id, { "1": "" }),
    update(id, { speaker_names: { B: "Bo" } }),
  ];
  await Promise.all([...calls, correct(id, { "2": "Hello." })]);
  t.is(await textOf(id), "A: Good day.\nBo: Hello.\n");
});

test("a speaker whose only segment says nothing keeps the name for when the correction is taken back", async (t) => {
  const id = await heard();
  await correct(id, { "2": "" });
  t.is((await update(id, { speaker_names: { B: "Bo" } })).status, 200);
  t.is(await textOf(id), "A: Good mourning. Um.\n");
  await correct(id, { "2": null });
  t.is(await textOf(id), "A: Good mourning. Um.\nBo: Hi.\n");
});

test("the search, the list and the exports have the corrected text", async (t) => {
  const account = await service.account();
  const id = await heard(account.userId);
  await correct(id, { "0": "Good afternoon." }, account.key);
  const found = async (search: string): Promise<unknown> =>
    (await service.call("GET", `/v1/speech/requests?search=${search}`, { key: account.key })).json;
  t.like(await found("afternoon"), { data: { total: 1, items: [{ preview: "Good afternoon. Um. Hi." }] } });
  t.like(await found("mourning"), { data: { total: 0 } });
  const csv = await service.call("GET", "/v1/speech/requests/export", { key: account.key });
  t.true(csv.bytes.toString().includes("Good afternoon. Um. Hi."));
  const own = await service.call("GET", "/v1/users/me/export", { key: account.key });
  const exported = z
    .object({ requests: z.array(z.object({ text: z.string() })) })
    .parse(JSON.parse(own.bytes.toString()));
  t.deepEqual(exported.requests, [{ text: "Good afternoon. Um. Hi." }]);
  await correct(id, { "0": null }, account.key);
  t.like(await found("mourning"), { data: { total: 1 } });
});

const longest = "x".repeat(correctionBounds.length);
for (const [title, segments, status] of [
  ["a text of 10,000 characters", { "0": longest }, 200],
  ["a text of 10,001 characters", { "0": `${longest}x` }, 422],
  ["a text with NUL", { "0": "a\u0000b" }, 422],
  ["a lone surrogate", { "0": "a\ud800" }, 422],
  ["a number as a text", { "0": 5 }, 422],
  ["a list", ["Hello."], 422],
  ["a text alone", "Hello.", 422],
  ["a segment that is not there", { "3": "Hello." }, 422],
  ["a segment that is not there beside one that is", { "0": "Hello.", x: null }, 422],
] as const) {
  test(`${title}: ${status === 200 ? "is kept" : "refused, and nothing changes"}`, async (t) => {
    const id = await heard();
    const answer = await correct(id, segments);
    t.is(answer.status, status);
    if (status === 422) t.like(answer.json, { detail: [{ loc: ["body", "segments"] }] });
    t.is(await textOf(id), `A: ${status === 200 ? longest : "Good mourning."} Um.\nB: Hi.\n`);
  });
}

test("more than 1,000 segments in a call are refused", async (t) => {
  const answer = await correct(await heard(), Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [at, null])));
  t.is(answer.status, 422);
  t.regex(JSON.stringify(answer.json), /for each number of a segment, at most 1000/);
});

test("a body with neither names nor corrections is refused", async (t) => {
  const answer = await update(await heard(), {});
  t.is(answer.status, 422);
  t.like(answer.json, {
    detail: [{ loc: ["body"], msg: "Value error, Send speaker_names, segments or segment_speakers" }],
  });
});

test("a transcript of another account is not corrected, and corrections go with the request", async (t) => {
  const { key: stranger } = await service.account();
  const id = await heard();
  t.is((await correct(id, { "0": "Good night." }, stranger)).status, 404);
  await correct(id, { "0": "Good midnight." });
  await service.call("DELETE", pathOf(id), { key });
  const rows = await db.selectFrom("speech_requests").select("transcript").execute();
  t.false(JSON.stringify(rows).includes("midnight"));
});

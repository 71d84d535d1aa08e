import test from "ava";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { requestAnswer } from "#src/api/speech/schemas.ts";
import { insertHeard } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { key, userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const facts = { confidence: 1 };
const word = (text: string, start: number, speaker: number) => ({
  ...{ ...facts, word: text, written: text, spoken: text, start, end: start + 0.5, speaker },
});
const diarized: TranscriptJson = {
  text: "Hello. Hi.",
  segments: [
    { ...facts, id: 0, start: 0, end: 0.5, text: "Hello.", speaker: 0 },
    { ...facts, id: 1, start: 1, end: 1.5, text: "Hi.", speaker: 1 },
  ],
  words: [word("Hello.", 0, 0), word("Hi.", 1, 1)],
};

/** A completed transcription of the account. @returns its path */
async function heard(transcript: TranscriptJson | null = diarized): Promise<string> {
  const id = await insertHeard(service.resources, userId);
  const json = transcript === null ? null : JSON.stringify(transcript);
  await service.resources.db.updateTable("speech_requests").set({ transcript: json }).where("id", "=", id).execute();
  return `/v1/speech/requests/${id}`;
}

const name = (path: string, names: unknown, by = key) =>
  service.call("PATCH", `${path}/transcript`, { key: by, json: { speaker_names: names } });
const textOf = async (path: string, format = "text") =>
  (await service.call("GET", `${path}/transcript?format=${format}`, { key })).bytes.toString();

test("a name is shown in answers, texts and subtitles, and words keep their speaker", async (t) => {
  const path = await heard();
  const answer = await name(path, { A: "Anna", B: "Bo" });
  t.is(answer.status, 200);
  t.like(answer.json, {
    data: {
      speakers: [
        { speaker: "A", name: "Anna" },
        { speaker: "B", name: "Bo" },
      ],
    },
  });
  t.is(await textOf(path), "Anna: Hello.\nBo: Hi.\n");
  t.regex(await textOf(path, "srt"), /\nAnna: Hello\.\n/);
  t.regex(await textOf(path, "vtt"), /\n<v Bo>Hi\.\n/);
  const shown = (await service.call("GET", path, { key })).data(requestAnswer);
  if (shown.request_type !== "asr") throw new Error("Not a transcription.");
  t.deepEqual(
    shown.words?.map(({ speaker }) => speaker),
    ["A", "B"],
  );
});

test("names of others stay, and null takes one away", async (t) => {
  const path = await heard();
  await name(path, { A: "Anna" });
  await name(path, { B: "Bo" });
  t.is(await textOf(path), "Anna: Hello.\nBo: Hi.\n");
  await name(path, { A: null });
  t.is(await textOf(path), "A: Hello.\nBo: Hi.\n");
  t.is((await name(path, {})).status, 200);
  t.is(await textOf(path), "A: Hello.\nBo: Hi.\n");
});

test("names that are given at the same time are all kept", async (t) => {
  const path = await heard();
  await Promise.all([name(path, { A: "Anna" }), name(path, { B: "Bo" })]);
  t.is(await textOf(path), "Anna: Hello.\nBo: Hi.\n");
});

test("channels are named by their numbers", async (t) => {
  const parts = diarized.segments.map(({ speaker: channel, ...segment }) => ({ ...segment, channel: channel ?? 0 }));
  const path = await heard({
    text: "Hello. Hi.",
    segments: parts,
    words: [],
    channels: [{ channel: 0 }, { channel: 1 }],
  });
  t.is(await textOf(path), "Channel 1: Hello.\nChannel 2: Hi.\n");
  t.like((await name(path, { "0": "Agent", "1": "Customer" })).json, {
    data: {
      channels: [
        { channel: 0, name: "Agent" },
        { channel: 1, name: "Customer" },
      ],
    },
  });
  t.is(await textOf(path), "Agent: Hello.\nCustomer: Hi.\n");
});

const long = "x".repeat(64);
for (const [title, names, status] of [
  ["a name of 64 characters", { A: long }, 200],
  ["a name of 65 characters", { A: `${long}x` }, 422],
  ["an empty name", { A: "" }, 422],
  ["a name with a line break", { A: "An\nna" }, 422],
  ["a name with a control character", { A: "An\u0007na" }, 422],
  ["a name that changes the direction of text", { A: "An\u202ena" }, 422],
  ["a number as a name", { A: 5 }, 422],
  ["a list", ["Anna"], 422],
  ["no object", "Anna", 422],
  ["a speaker that is not there", { C: "Carl" }, 422],
  ["a channel of a recording without", { "0": "Agent" }, 422],
] as const) {
  test(`${title}: ${status === 200 ? "is kept" : "refused, and nothing changes"}`, async (t) => {
    const path = await heard();
    const answer = await name(path, names);
    t.is(answer.status, status);
    if (status === 422) t.like(answer.json, { detail: [{ loc: ["body", "speaker_names"] }] });
    t.is(await textOf(path), `${status === 200 ? long : "A"}: Hello.\nB: Hi.\n`);
  });
}

test("a transcript of another account, one that is not there yet, and none are not named", async (t) => {
  const { key: stranger } = await service.account();
  t.is((await name(await heard(), { A: "Anna" }, stranger)).status, 404);
  t.is((await name(await heard(null), { A: "Anna" })).status, 404);
  t.is((await name(`/v1/speech/requests/${crypto.randomUUID()}`, { A: "Anna" })).status, 404);
  const open = await heard();
  const rows = service.resources.db.updateTable("speech_requests").set({ status: "processing", finished_at: null });
  await rows.where("id", "=", open.replace("/v1/speech/requests/", "")).execute();
  t.is((await name(open, { A: "Anna" })).status, 409);
});

test("names go with the request", async (t) => {
  const path = await heard();
  await name(path, { A: "Annabella" });
  await service.call("DELETE", path, { key });
  const rows = service.resources.db.selectFrom("speech_requests").select("transcript");
  t.false(JSON.stringify(await rows.execute()).includes("Annabella"));
});

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { exportAnswer } from "#src/api/documents/export-routes.ts";
import { documentAnswer, submittedAnswer } from "#src/api/documents/schemas.ts";
import { splitText } from "#src/domain/documents/split-text.ts";
import { recountStorage } from "#src/domain/storage/recount-storage.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { startService } from "#test/support/service.ts";

const path = "/v1/documents";
const service = await startService({ workers: ["synthesis"] });
const { resources } = service;
test.after.always(() => service[Symbol.asyncDispose]());

type Document = z.output<typeof documentAnswer>;

/** Ten chapters of two sentences each, behind their titles. */
const fables = [
  ...["The Fox and the Grapes", "The Ant", "The Lion and the Mouse", "The Crow", "The Tortoise"],
  ...["The Town Mouse", "The North Wind", "The Dog and the Shadow", "The Goose", "The Frogs"],
];
const book = fables
  .map((title, index) => `# ${title}\n\nThis is fable ${index + 1}.\n\nIt ends\nwith a word of advice.\n\n* * *`)
  .join("\n\n");

async function create(key: string, json: object): Promise<Document> {
  return (await service.call("POST", path, { key, json: { title: "Fables", ...json } })).data(documentAnswer);
}

const show = async (key: string, { document_id: id }: Document): Promise<Document> =>
  (await service.call("GET", `${path}/${id}`, { key })).data(documentAnswer);

const speak = async (key: string, { document_id: id }: Document, json: object = {}) =>
  (await service.call("POST", `${path}/${id}/speak`, { key, json })).data(submittedAnswer);

/** The document when nothing of it is being spoken any more. */
async function ended(key: string, document: Document): Promise<Document> {
  for (;;) {
    const shown = await show(key, document);
    if (shown.counts.running === 0) return shown;
    await delay(100);
  }
}

const paragraphsOf = ({ chapters }: Document) => (chapters ?? []).flatMap(({ paragraphs }) => paragraphs);
const chargedTo = async (userId: string): Promise<number> =>
  (await chargesOf(resources, userId)).reduce((sum, [, credits]) => sum + credits, 0);

const total = z.object({ total: z.int() });

const probed = z.object({
  format: z.object({ duration: z.coerce.number(), format_name: z.string(), tags: z.object({ title: z.string() }) }),
  chapters: z.array(
    z.object({ start_time: z.coerce.number(), end_time: z.coerce.number(), tags: z.object({ title: z.string() }) }),
  ),
});

/** Has a document exported. @returns the file as ffprobe sees it */
async function exported(key: string, { document_id: id }: Document, json: object) {
  const all = `${path}/${id}/exports`;
  let made = (await service.call("POST", all, { key, json })).data(exportAnswer);
  while (made.finished_at === null) {
    await delay(100);
    made = (await service.call("GET", `${all}/${made.export_id}`, { key })).data(exportAnswer);
  }
  const { bytes } = await service.call("GET", new URL(made.audio_url ?? "").pathname, { key });
  const folder = await mkdtemp(join(tmpdir(), "speech-documents-"));
  const file = join(folder, `book.${made.format}`);
  await writeFile(file, bytes);
  const args = ["-v", "error", "-show_chapters", "-show_format", "-of", "json", file];
  const { stdout } = await promisify(execFile)("ffprobe", args);
  await rm(folder, { recursive: true });
  return { made, bytes, ...probed.parse(JSON.parse(stdout)) };
}

test("a book is spoken by its paragraphs, and a changed one alone is spoken and charged again", async (t) => {
  const { key, userId } = await service.account();
  const created = await create(key, { text: book });
  t.deepEqual(
    created.chapters?.map(({ title }) => title),
    fables,
  );
  t.like(created, { counts: { total: 30, unspoken: 30, spoken: 0 }, characters_left: created.characters });
  const account = { userId, pool: "tts" } as const;
  await setBalance(resources, account, created.characters - 1);
  const refused = await service.call("POST", `${path}/${created.document_id}/speak`, { key });
  const missing = { required: created.characters, remaining: created.characters - 1 };
  t.like([refused.status, refused.json], [402, { code: "insufficient_credits", ...missing }]);
  t.deepEqual([await heldOf(resources, userId), await chargedTo(userId)], [0, 0], "nothing is held or charged");

  await setBalance(resources, account, 10_000);
  t.like(await speak(key, created), { submitted: 30, characters: created.characters });
  t.is((await speak(key, created)).submitted, 0, "what is being spoken is not submitted again");
  const spoken = await ended(key, created);
  t.like(spoken, { counts: { total: 30, spoken: 30, failed: 0 }, characters_left: 0 });
  t.deepEqual([await heldOf(resources, userId), await chargedTo(userId)], [0, created.characters]);
  const [first] = paragraphsOf(spoken);
  const audio = await service.call("GET", new URL(first?.audio_url ?? "").pathname, { key });
  t.is(audio.bytes.toString("latin1", 0, 4), "RIFF");

  const changed = paragraphsOf(spoken)[4];
  const text = "This is the second fable.";
  const its = `${path}/${created.document_id}/paragraphs/${changed?.paragraph_id}`;
  const after = (await service.call("PATCH", its, { key, json: { text } })).data(documentAnswer);
  t.like(after, { counts: { unspoken: 1, spoken: 29 }, characters_left: text.length });
  const early = await service.call("POST", `${path}/${created.document_id}/exports`, { key, json: {} });
  t.like(
    [early.status, early.json],
    [409, { code: "document_not_spoken", paragraphs: 1, characters_left: text.length }],
  );
  t.like(await speak(key, created), { submitted: 1, characters: text.length });
  const again = await ended(key, created);
  t.is(again.counts.spoken, 30);
  const listed = async (documents: string) =>
    (await service.call("GET", `/v1/speech/requests?documents=${documents}&limit=1`, { key })).data(total).total;
  t.deepEqual([await listed("exclude"), await listed("only")], [0, 31], "lists tell its paragraphs from other texts");
  t.is(await chargedTo(userId), created.characters + text.length);
  const requestsOf = (document: Document) => paragraphsOf(document).map(({ request_id: id }) => id);
  const m4b = await exported(key, created, { format: "m4b" });
  t.is(m4b.made.bytes, m4b.bytes.length);
  t.like(m4b.format, { tags: { title: "Fables" } });
  t.true(m4b.format.format_name.includes("m4a"));
  t.deepEqual(
    m4b.chapters.map(({ tags }) => tags.title),
    fables,
  );
  const pauses = 10 * (2 * 0.7 + 2);
  t.true(Math.abs(m4b.format.duration - again.duration_seconds - pauses) < 0.2);
  const second = again.chapters?.[0]?.paragraphs.reduce((sum, one) => sum + (one.duration_seconds ?? 0), 3.4);
  t.true(Math.abs((m4b.chapters[1]?.start_time ?? 0) - (second ?? 0)) < 0.05, "a chapter begins where it is spoken");
  const mp3 = await exported(key, created, { format: "mp3", chapter: 2 });
  t.like(mp3.format, { format_name: "mp3", tags: { title: "Fables: The Ant" } });
  t.is(mp3.chapters.length, 1);
  t.is(await chargedTo(userId), created.characters + text.length, "exports cost nothing");
  const { differences } = await recountStorage(resources);
  t.false(differences.some((difference) => difference.user_id === userId));
  t.deepEqual(
    requestsOf(again).flatMap((id, index) => (id === requestsOf(spoken)[index] ? [] : [index])),
    [4],
    "the others keep their audio",
  );
});

test("speakers speak with their voices and without their names, and chapters are replaced without losing audio", async (t) => {
  const { key, userId } = await service.account();
  const [anna, other] = builtinVoices.filter(({ engine, language }) => engine === "flite" && language === "en");
  const speakers = [{ name: "ANNA", voice_id: anna?.id }];
  const paragraphs = [{ text: "ANNA: Come in." }, { text: "BEN: I am in.", voice_id: other?.id }];
  t.is((await service.call("POST", path, { key, json: { title: "A", text: "* * *" } })).status, 422);
  const play = await create(key, { speakers, chapters: [{ title: "One", paragraphs }] });
  await speak(key, play);
  const spoken = await ended(key, play);
  const rows = resources.db.selectFrom("speech_requests").select(["input_text", "voice_id"]);
  t.deepEqual(await rows.where("user_id", "=", userId).orderBy("input_text").execute(), [
    { input_text: "BEN: I am in.", voice_id: other?.id ?? "" },
    { input_text: "Come in.", voice_id: anna?.id ?? "" },
  ]);
  const [come, ben] = paragraphsOf(spoken);
  const kept = { paragraph_id: come?.paragraph_id, text: come?.text };
  const chapters = [
    { title: "Nought", paragraphs: [{ text: "A door." }, kept] },
    { title: "One", paragraphs: [kept] },
  ];
  const one = `${path}/${play.document_id}`;
  const replaced = (await service.call("PATCH", one, { key, json: { chapters } })).data(documentAnswer);
  t.deepEqual(
    paragraphsOf(replaced).map(({ status }) => status),
    ["unspoken", "spoken", "unspoken"],
  );
  t.is(replaced.chapters?.[0]?.paragraphs[1]?.audio_url, come?.audio_url);
  const gone = await service.call("POST", `${one}/speak`, { key, json: { paragraph_ids: [ben?.paragraph_id] } });
  t.like([gone.status, gone.json], [404, { code: "paragraph_not_found" }]);
  const welsh = await create(key, { language: "cy", text: "Bore da." });
  await speak(key, welsh);
  const [hello] = paragraphsOf(await ended(key, welsh));
  const request = await service.call("GET", `/v1/speech/requests/${hello?.request_id}`, { key });
  t.is(request.data(z.object({ words: z.array(z.unknown()) })).words.length, 2, "its words have times");
  const slower = (await service.call("PATCH", one, { key, json: { speed: 0.8 } })).data(documentAnswer);
  t.is(slower.counts.unspoken, 3);
});

test("expired audio is spoken again, waiting paragraphs are cancelled, and a deleted document takes its audio along", async (t) => {
  const [{ key, userId }, stranger] = [await service.account(), await service.account()];
  const note = await create(key, { text: "Rain.\n\nSun." });
  await speak(key, note);
  const [rain] = paragraphsOf(await ended(key, note));
  const requests = resources.db.updateTable("speech_requests").set({ result_key: null });
  await requests.where("id", "=", rain?.request_id ?? "").execute();
  t.deepEqual(
    paragraphsOf(await show(key, note)).map(({ status, audio_url: url }) => [status, url === null]),
    [
      ["expired", true],
      ["spoken", false],
    ],
  );
  t.is((await speak(key, note)).submitted, 1);
  t.is((await ended(key, note)).counts.spoken, 2);
  t.is((await speak(key, note, { paragraph_ids: [rain?.paragraph_id] })).submitted, 1, "named: spoken again");
  await ended(key, note);

  const one = `${path}/${note.document_id}`;
  for (const [method, at] of [
    ["GET", one],
    ["DELETE", one],
    ["POST", `${one}/speak`],
    ["POST", `${one}/cancel`],
  ] as const) {
    t.like(
      (await service.call(method, at, { key: stranger.key })).json,
      { code: "document_not_found" },
      `${method} ${at}`,
    );
  }
  t.is((await service.call("GET", `${path}/${randomUUID()}`, { key })).status, 404);
  const paragraphs = paragraphsOf(await show(key, note));
  t.is((await service.call("DELETE", one, { key })).status, 200);
  for (const { request_id: id } of paragraphs) {
    t.is((await service.call("GET", `/v1/speech/requests/${id}`, { key })).status, 404);
  }
  const long = await create(key, { text: Array.from({ length: 40 }, (_none, at) => `Sentence ${at}.`).join("\n\n") });
  await speak(key, long);
  const stopped = await service.call("POST", `${path}/${long.document_id}/cancel`, { key });
  const { cancelled } = stopped.data(z.object({ cancelled: z.int() }));
  t.like((await ended(key, long)).counts, { unspoken: cancelled, spoken: 40 - cancelled, failed: 0 });
  t.is(await heldOf(resources, userId), 0);
});

test("chapters begin at the first levels of headings, or at lines that say so", (t) => {
  const outline = (text: string) =>
    splitText(text, "Untitled").map(({ title, paragraphs }) => [title, ...paragraphs.map((one) => one.text)]);
  t.deepEqual(outline("# The Book\n\nFor Ann.\n\n## One\nA.\n### Part\nB.\r\n\r\n## Two\n\nC.\n\n---\n"), [
    ["The Book", "The Book", "For Ann."],
    ["One", "One", "A.", "Part", "B."],
    ["Two", "Two", "C."],
  ]);
  t.deepEqual(outline("By Ann\n\nCHAPTER I.\n\nA\nb.\n\nChapter II. Rain\n\nC."), [
    ["Untitled", "By Ann"],
    ["CHAPTER I.", "CHAPTER I.", "A b."],
    ["Chapter II. Rain", "Chapter II. Rain", "C."],
  ]);
  const [, long] = outline(`# One\n\n# Two\n\n${"A sentence of words. ".repeat(300)}${"x".repeat(6_000)}`);
  t.true(long?.slice(2).every((part) => part.length <= 5_000));
  t.is(long?.slice(2).join("").replaceAll(" ", "").length, 300 * "Asentenceofwords.".length + 6_000);
  t.deepEqual(outline("* * *"), []);
});

import { readFile } from "node:fs/promises";
import test from "ava";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { looksGood } from "#test/support/appearance.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { payloads } from "#test/support/payloads.ts";
import { insertHeard } from "#test/support/rows.ts";

const dashboard = await openDashboard({ expected: /\/transcript$/ });
const {
  page,
  baseUrl,
  misdeeds,
  resources: { db },
} = dashboard;
const { id: userId } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
test.after.always(() => dashboard.close());

const widths = [390, 1440];

/** The segments of a transcript, with the words of each a second apart; speakers change with every second segment. */
function transcriptOf(...texts: readonly string[]): TranscriptJson {
  const parts = texts.map((text, id) => ({ text, start: 10 * id, speaker: id >> 1 }));
  return {
    text: texts.join(" "),
    segments: parts.map(({ text, start, speaker }, id) => ({
      id,
      start,
      end: start + 9,
      text,
      confidence: 0.3,
      speaker,
    })),
    words: parts.flatMap(({ text, start, speaker }) =>
      text.split(" ").map((word, at) => ({
        ...{ word, written: word, spoken: word, start: start + at, end: start + at + 1, confidence: 0.3, speaker },
      })),
    ),
  };
}

/** Opens a transcription with two turns of two segments each. */
async function openTranscript(): Promise<void> {
  const id = await insertHeard(dashboard.resources, userId);
  const transcript = JSON.stringify(transcriptOf("Good mourning.", "Um.", "Hi.", "Fine."));
  const row = db.updateTable("speech_requests").set({ transcript, confidence_source: "model" });
  await row.where("id", "=", id).execute();
  await page.goto(`${baseUrl}/account/history/${id}`);
  await page.locator(".word").first().waitFor();
}

const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
const textAt = (time: string) => page.getByRole("textbox", { name: `Text at ${time}` });
const saved = () => page.getByText("Saved", { exact: true }).waitFor();
const shownText = async () => (await page.locator(".word").allTextContents()).join(" ");
const speakers = () => page.locator(".speaker").allTextContents();

test.serial("each turn has the name of its speaker once, also while it is edited", async (t) => {
  await openTranscript();
  t.deepEqual(await speakers(), ["Speaker A: ", "Speaker B: "]);
  await press("Edit");
  t.is(await page.getByLabel("Speaker at 0:20").inputValue(), "B");
  await looksGood(t, page, { shown: "a transcript with speakers that is edited", widths });
});

test.serial("a correction is saved, the words that are not sure are counted anew, and it is undone", async (t) => {
  await openTranscript();
  await page.getByText("5 words that the model was not sure of").waitFor();
  await press("Edit");
  await textAt("0:00").fill("Good morning.");
  await textAt("0:10").fill("");
  await press("Done");
  await saved();
  await page.getByText("3 words that the model was not sure of").waitFor();
  t.is(await shownText(), "Good morning. Hi. Fine.");
  await looksGood(t, page, { shown: "a corrected transcript", widths });
  await page.reload();
  await page.locator(".word").first().waitFor();
  t.is(await shownText(), "Good morning. Hi. Fine.", "the service has it, and not this browser");
  await press("Edit");
  await looksGood(t, page, { shown: "a corrected transcript that is edited", widths });
  await press("Undo the change at 0:10");
  await page.getByRole("button", { name: "Undo the change at 0:10" }).waitFor({ state: "detached" });
  t.is(await textAt("0:10").inputValue(), "Um.");
  await press("Done");
  t.is(await shownText(), "Good morning. Um. Hi. Fine.");
  await press("Undo all changes");
  await page.getByText("This transcript was corrected.").waitFor({ state: "detached" });
  t.is(await shownText(), "Good mourning. Um. Hi. Fine.");
});

test.serial("a segment is given to another speaker, also to one who was not heard, and back", async (t) => {
  await openTranscript();
  await press("Edit");
  await page.getByLabel("Speaker at 0:10").selectOption({ label: "Speaker B" });
  await page.getByRole("button", { name: "Undo the change at 0:10" }).waitFor();
  await page.getByLabel("Speaker at 0:30").selectOption({ label: "Speaker C" });
  await page.getByRole("button", { name: "Undo the change at 0:30" }).waitFor();
  await looksGood(t, page, { shown: "segments with other speakers", widths });
  await press("Done");
  t.deepEqual(await speakers(), ["Speaker A: ", "Speaker B: ", "Speaker C: "]);
  await press("Undo all changes");
  await page.getByText("This transcript was corrected.").waitFor({ state: "detached" });
  t.deepEqual(await speakers(), ["Speaker A: ", "Speaker B: "]);
});

test.serial("a file that is asked for at once has the correction before it is downloaded", async (t) => {
  await openTranscript();
  await press("Edit");
  const asked: string[] = [];
  await page.route(/\/transcript/, (route) => {
    asked.push(route.request().method());
    return route.continue();
  });
  await textAt("0:00").fill("Good evening.");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as TXT" }).click(),
  ]);
  t.regex(await readFile(await download.path(), "utf8"), /Good evening\./);
  t.is(asked[0], "PATCH");
  await page.unrouteAll();
});

test.serial("a text is found in the segments and replaced in all of them, in whatever case", async (t) => {
  await openTranscript();
  await page.getByLabel("Search in the transcript").fill("I");
  await press("Edit");
  await page.getByText("1 of 3").waitFor();
  await press("Next match");
  t.is(await page.evaluate("getSelection().toString()"), "i");
  await page.getByLabel("Replace with").fill("$1");
  await press("Replace all");
  await saved();
  await page.getByText("No match").waitFor();
  await press("Done");
  t.is(await shownText(), "Good mourn$1ng. Um. H$1. F$1ne.");
});

test.serial("a transcript whose texts were all emptied is filled again", async (t) => {
  await openTranscript();
  await press("Edit");
  for (const time of ["0:00", "0:10", "0:20", "0:30"]) await textAt(time).fill("");
  await press("Done");
  await page.locator(".word").first().waitFor({ state: "detached" });
  await press("Undo all changes");
  await page.locator(".word").first().waitFor();
  t.is(await shownText(), "Good mourning. Um. Hi. Fine.");
});

test.serial("a correction that could not be saved is kept, said and sent again", async (t) => {
  await openTranscript();
  await page.route("**/transcript", (route) => route.abort());
  await press("Edit");
  await textAt("0:00").fill("It rains.");
  await press("Done");
  await page.getByRole("alert").waitFor();
  await looksGood(t, page, { shown: "a correction that could not be saved", widths });
  await press("Edit");
  t.is(await textAt("0:00").inputValue(), "It rains.");
  await page.unroute("**/transcript");
  await press("Try again");
  await saved();
  await press("Done");
  t.is(await shownText(), "It rains. Um. Hi. Fine.");
});

test.serial("what is written into a transcript is shown as text and never run", async (t) => {
  await openTranscript();
  for (const payload of payloads) {
    await press("Edit");
    await textAt("0:00").fill(payload);
    const answered = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await press("Done");
    t.is((await answered).status(), 200);
    await saved();
    const shown = await page.locator(".segment").first().locator(".word").allTextContents();
    t.is(shown.join(" "), payload.split(/\s+/).filter(Boolean).join(" "));
    await page.getByLabel("Search in the transcript").fill(payload);
  }
  t.is(await page.evaluate("globalThis.pwned"), undefined);
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

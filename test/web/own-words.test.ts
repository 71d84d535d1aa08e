import test from "ava";
import { speech } from "#harness/audio/sounds.ts";
import { termsOf } from "#web/components/own-words.ts";
import { looksGood } from "#test/support/appearance.ts";
import { openDashboard } from "#test/support/dashboard.ts";

const dashboard = await openDashboard({ workers: ["transcription", "synthesis"] });
const { page, baseUrl, misdeeds } = dashboard;
const sound = Buffer.from(await speech("Please open the window. Thank you."));
test.after.always(() => dashboard.close());

test.serial(
  "a list of own words is made, changed and deleted, and one is used beside words of the studio",
  async (t) => {
    await page.goto(`${baseUrl}/account/own-words`);
    await page.getByText("No lists yet.").waitFor();
    // A search leads there.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("dictionary");
    await page.getByRole("option", { name: "Pronunciation dictionary" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("No lists yet.").waitFor();
    await page.getByRole("button", { name: "New list" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Names");
    await page.getByRole("dialog").getByRole("button", { name: "Save list" }).click();
    await page.getByRole("dialog").locator(".problem").waitFor();
    await page.getByRole("dialog").getByLabel("Words").fill("Siobhan Kavanagh, ClickHouse\n");
    await page.getByRole("dialog").getByText("2 terms").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Save list" }).click();
    await page.getByText("Siobhan Kavanagh, ClickHouse").waitFor();
    await page.getByRole("button", { name: "Edit Names" }).click();
    await page.getByRole("dialog").getByLabel("Words").fill("Okonkwo");
    await page.getByRole("dialog").getByRole("button", { name: "Save list" }).click();
    await page.getByRole("cell", { name: "Okonkwo" }).waitFor();
    await looksGood(t, page, { shown: "a list of own words", widths: [390, 1440] });

    await page.goto(`${baseUrl}/account/transcribe`);
    await page.locator("input[type=file]").setInputFiles({ name: "one.wav", mimeType: "audio/wav", buffer: sound });
    await page.getByText("More options").click();
    await page.getByLabel("Key terms", { exact: true }).fill("Voltaro, Nexora");
    await page.getByText("2 terms", { exact: false }).waitFor();
    await page.getByLabel("List of key terms").selectOption("Names");
    await page.getByRole("button", { name: "Transcribe" }).click();
    await page.getByRole("heading", { name: "Transcript" }).waitFor();
    const rows = await dashboard.resources.db.selectFrom("speech_requests").select("options").execute();
    t.like(rows[0]?.options, { keyTerms: ["Voltaro", "Nexora", "Okonkwo"] });
    // The next recording is read with the same terms.
    await page.locator("input[type=file]").setInputFiles({ name: "two.wav", mimeType: "audio/wav", buffer: sound });
    await page.getByText("two.wav").waitFor();
    t.is(await page.getByLabel("Key terms", { exact: true }).inputValue(), "Voltaro, Nexora");
    t.deepEqual(termsOf("1,000 ml, AC/DC\nDoe, Jane", ["Doe, Jane"]), ["1,000 ml", "AC/DC", "Doe, Jane"]);

    await page.goto(`${baseUrl}/account/own-words`);
    await page.getByRole("button", { name: "Delete Names" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete list" }).click();
    await page.getByText("No lists yet.").waitFor();
    // The list without words was refused.
    t.deepEqual(misdeeds.foreign, []);
    t.true(misdeeds.errors.every((error) => error.includes("422") && error.includes("/v1/key-term-lists")));
  },
);

test.serial("a word is given a pronunciation, heard as it will be said, and deleted", async (t) => {
  misdeeds.errors.length = 0;
  await page.goto(`${baseUrl}/account/own-words`);
  await page.getByText("No words yet.").waitFor();
  await page.getByText("Siobhan can be spoken as Shivawn").waitFor();
  await page.getByRole("button", { name: "New word" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Word").fill("Nguyen");
  await dialog.getByLabel("Spoken").selectOption({ label: "In phonetic signs (IPA)" });
  await dialog.getByLabel("Sounds").fill("W IH N");
  await looksGood(t, page, { shown: "a new word", widths: [390, 1440] });
  await dialog.getByRole("button", { name: "Save word" }).click();
  await dialog.getByText("'W' is no sign of IPA").waitFor();
  await dialog.getByLabel("Sounds").fill("wɪn");
  await dialog.getByRole("button", { name: "Save word" }).click();
  await page.getByRole("cell", { name: "/wɪn/" }).waitFor();
  await page.getByRole("button", { name: "New word" }).click();
  await dialog.getByLabel("Word").fill("Siobhan Kavanagh-Okonkwo of the Western Isles");
  await dialog.getByLabel("Spelling").fill("Shivawn");
  await dialog.getByLabel("Language").selectOption({ label: "English" });
  await dialog.getByRole("button", { name: "Save word" }).click();
  await page.getByRole("cell", { name: "Shivawn (en)" }).waitFor();
  await looksGood(t, page, { shown: "pronunciations", widths: [390, 1440] });
  const heard = page.waitForResponse((one) => one.url().endsWith("/audio"));
  await page.getByRole("button", { name: "Play Siobhan" }).click();
  const answer = await heard;
  t.true(answer.ok());
  const [id = ""] = /[0-9a-f-]{36}/.exec(answer.url()) ?? [];
  const spoken = dashboard.resources.db.selectFrom("speech_requests").select("options").where("id", "=", id);
  t.like((await spoken.executeTakeFirst())?.options, { pronunciations: [{ respelling: "Shivawn" }] });
  await page.getByRole("button", { name: "Edit Nguyen" }).click();
  t.is(await dialog.getByLabel("Sounds").inputValue(), "wɪn");
  await dialog.getByLabel("Word").fill("Nguyễn");
  await dialog.getByRole("button", { name: "Save word" }).click();
  await page.getByRole("button", { name: "Edit Nguyen" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Delete Nguyễn" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete word" }).click();
  await page.getByRole("cell", { name: "/wɪn/" }).waitFor({ state: "detached" });
  t.deepEqual(misdeeds.foreign, []);
  // The sounds that are no IPA were refused.
  t.true(misdeeds.errors.every((error) => error.includes("422") && error.includes("/v1/pronunciation-dictionaries")));
});

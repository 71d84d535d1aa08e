import test from "ava";
import { speech } from "#harness/audio/sounds.ts";
import { looksGood } from "#test/support/appearance.ts";
import { openDashboard } from "#test/support/dashboard.ts";

const dashboard = await openDashboard({ workers: ["transcription"] });
const { page, baseUrl, misdeeds } = dashboard;
const sound = Buffer.from(await speech("Please open the window. Thank you."));
test.after.always(() => dashboard.close());

test("a list of own words is made, changed and deleted, and one is used beside words of the playground", async (t) => {
  await page.goto(`${baseUrl}/account/profile`);
  await page.getByText("No lists yet.").waitFor();
  await page.getByRole("button", { name: "New list" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Names");
  await page.getByRole("dialog").getByRole("button", { name: "Save list" }).click();
  await page.getByRole("dialog").locator(".problem").waitFor();
  await page.getByRole("dialog").getByLabel("Words").fill("Siobhan Kavanagh\nClickHouse\n");
  await page.getByRole("dialog").getByRole("button", { name: "Save list" }).click();
  await page.getByText("Siobhan Kavanagh, ClickHouse").waitFor();
  await page.getByRole("button", { name: "Edit Names" }).click();
  await page.getByRole("dialog").getByLabel("Words").fill("Okonkwo");
  await page.getByRole("dialog").getByRole("button", { name: "Save list" }).click();
  await page.getByRole("cell", { name: "Okonkwo" }).waitFor();
  await looksGood(t, page, { shown: "a list of own words", widths: [390, 1440] });

  await page.goto(`${baseUrl}/account/transcribe`);
  await page.locator("input[type=file]").setInputFiles({ name: "one.wav", mimeType: "audio/wav", buffer: sound });
  await page.getByLabel("Own words", { exact: true }).fill("Voltaro\nNexora");
  await page.getByLabel("List of own words").selectOption("Names");
  await page.getByRole("button", { name: "Transcribe" }).click();
  await page.getByRole("heading", { name: "Transcript" }).waitFor();
  const rows = await dashboard.resources.db.selectFrom("speech_requests").select("options").execute();
  t.like(rows[0]?.options, { keyTerms: ["Voltaro", "Nexora", "Okonkwo"] });

  await page.goto(`${baseUrl}/account/profile`);
  await page.getByRole("button", { name: "Delete Names" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete list" }).click();
  await page.getByText("No lists yet.").waitFor();
  // The list without words was refused.
  t.deepEqual(misdeeds.foreign, []);
  t.true(misdeeds.errors.every((error) => error.includes("422") && error.includes("/v1/key-term-lists")));
});

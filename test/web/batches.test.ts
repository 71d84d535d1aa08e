import { readFile } from "node:fs/promises";
import test from "ava";
import { batchResult } from "#src/api/speech/batch-schemas.ts";
import { insertItems } from "#src/domain/batches/queries.ts";
import { sweepBatches } from "#src/domain/batches/sweep-batches.ts";
import { looksGood } from "#test/support/appearance.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { insertBatch, insertHeard } from "#test/support/rows.ts";

const dashboard = await openDashboard();
const { baseUrl, page, resources } = dashboard;
test.after.always(() => dashboard.close());

const widths = [390, 1440];
page.setDefaultTimeout(20_000);

/** A batch of two recordings, of which one cannot be used, that has not ended. */
async function begunBatch(): Promise<string> {
  const { id: userId } = await resources.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const id = await insertBatch(resources, userId);
  const error = { code: "audio_url_refused", message: "The address is not allowed." };
  await insertItems(resources.db, { batchId: id, first: 0 }, [
    { customId: "call 1", name: "1.wav", source: { url: "https://example.com/1.wav" }, error: null },
    { customId: null, name: null, source: null, error },
  ]);
  await resources.db.updateTable("speech_batches").set({ finished_at: null }).where("id", "=", id).execute();
  return id;
}

test.serial("batches are reached from the history, with their progress and counts", async (t) => {
  await page.goto(`${baseUrl}/account/history`);
  await page.getByRole("link", { name: "Batches" }).click();
  await page.getByText("No batches yet.").waitFor();
  await begunBatch();
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: "1 failed, 1 waiting" });
  await row.waitFor();
  t.is(await row.getByRole("progressbar").getAttribute("value"), "0.5");
  await looksGood(t, page, { shown: "the list of batches", widths });
});

test.serial("the results of a batch are downloaded, one line for each recording", async (t) => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Results of the batch/ }).click(),
  ]);
  t.regex(download.suggestedFilename(), /^batch-.*\.jsonl$/);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
  t.deepEqual(
    lines.map((line) => batchResult.parse(JSON.parse(line)).custom_id),
    ["call 1", null],
  );
});

test.serial(
  "the recordings of a batch have their names, the reasons of failures, and a way to each result",
  async (t) => {
    const { id: userId } = await resources.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    const id = await insertBatch(resources, userId);
    const requestId = await insertHeard(resources, userId);
    const error = { code: "audio_unusable", message: "This is no audio." };
    await insertItems(resources.db, { batchId: id, first: 0 }, [
      { customId: null, name: "good.wav", source: { url: "https://example.com/good.wav" }, error: null },
      { customId: "notes", name: "notes.txt", source: null, error },
      { customId: null, name: null, source: { url: "https://example.com/" }, error: null },
    ]);
    const first = resources.db.updateTable("speech_batch_items").where("batch_id", "=", id).where("position", "=", 0);
    await first.set({ state: "submitted", request_id: requestId }).execute();
    await page.reload();
    await page
      .getByRole("button", { name: /^Recordings of the batch/ })
      .first()
      .click();
    const drawer = page.getByRole("dialog", { name: "Recordings" });
    await drawer.getByRole("row").filter({ hasText: "notes.txt" }).getByText("This is no audio.").waitFor();
    await drawer.getByText("Recording 3", { exact: true }).waitFor();
    await looksGood(t, page, { shown: "the recordings of a batch", widths });
    await drawer.getByRole("link", { name: "good.wav" }).click();
    await page.getByText("hello there").first().waitFor();
    t.is(page.url(), `${baseUrl}/account/history/${requestId}`);
    await resources.db.deleteFrom("speech_batches").where("id", "=", id).execute();
    await page.goto(`${baseUrl}/account/history/batches`);
  },
);

test.serial("a batch whose recordings have all ended is completing, and cannot be cancelled any more", async (t) => {
  const waiting = resources.db.updateTable("speech_batch_items").where("custom_id", "=", "call 1");
  const failed = { error_code: "audio_unusable", error_message: "This is no audio." };
  await waiting.set({ state: "failed", ...failed }).execute();
  await page.reload();
  await page.getByText("Completing", { exact: true }).waitFor();
  t.is(await page.getByRole("progressbar").count(), 0);
  t.is(await page.getByRole("button", { name: /^Cancel the batch/ }).count(), 0);
  await waiting.set({ state: "waiting", error_code: null, error_message: null }).execute();
  await page.reload();
});

test.serial("a batch is cancelled and deleted", async (t) => {
  await page.getByRole("button", { name: /^Cancel the batch/ }).click();
  await looksGood(t, page, { shown: "cancelling a batch", widths });
  await page.getByRole("button", { name: "Cancel batch" }).click();
  await page.getByRole("row").filter({ hasText: "1 failed, 1 cancelled" }).waitFor();
  await sweepBatches(resources);
  await page.getByRole("cell", { name: "Cancelled", exact: true }).waitFor();
  t.is(await page.getByRole("progressbar").count(), 0);
  await page.getByRole("button", { name: /^Delete the batch/ }).click();
  await page.getByRole("button", { name: "Delete batch" }).click();
  await page.getByText("No batches yet.").waitFor();
  t.deepEqual(await resources.db.selectFrom("speech_batches").select("id").execute(), []);
});

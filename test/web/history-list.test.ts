import test from "ava";
import { z } from "zod";
import { looksGood } from "#test/support/appearance.ts";
import { playToEnd } from "#test/support/playback.ts";
import { cookieOf } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { type CallOptions, openClient } from "#harness/clients/client.ts";
import { tone } from "#harness/audio/sounds.ts";

const dayMs = 24 * 3_600_000;
const dashboard = await openDashboard({
  workers: ["synthesis", "transcription"],
  expected: /\/v1\/(speech\/requests\/delete|usage\?.*)$/,
});
const { page, baseUrl } = dashboard;
const client = openClient(baseUrl);
test.after.always(() => dashboard.close());

const texts = ["The river is high today.", "The train leaves at nine.", "Bring an umbrella to the station."];
const history = `${baseUrl}/account/history`;
const row = (text: string) => page.getByRole("row").filter({ hasText: text });
const titles = () => page.locator(".request-title").allTextContents();
const counted = (count: string) => page.getByRole("status").getByText(count, { exact: true }).waitFor();
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("alertdialog");

/** Calls the API as the person who is signed in. */
const call = async (method: string, path: string, body: Pick<CallOptions, "json" | "form" | "key"> = {}) => {
  const access = body.key === undefined ? { cookie: await cookieOf(page), headers: { origin: baseUrl } } : {};
  return client.call(method, path, { ...access, ...body });
};
const ids = z.object({ items: z.array(z.object({ voice_id: z.string() })) });

/** Three texts, the first of them by a key and another voice, and a recording with a name. */
async function makeRequests(): Promise<void> {
  const [first, ...others] = texts;
  const { key } = (await call("POST", "/v1/api-keys", { json: { name: "weather station" } })).data(
    z.object({ key: z.string() }),
  );
  const [voice] = (await call("GET", "/v1/voices?search=welsh")).data(ids).items;
  await call("POST", "/v1/speech/synthesize", { key, json: { text: first, ...voice } });
  const form = new FormData();
  form.set("audio", new Blob([tone(1)]), "minutes-may.wav");
  await call("POST", "/v1/speech/transcriptions", { form });
  for (const text of others) await call("POST", "/v1/speech/synthesize", { json: { text } });
}

test.serial("each row shows the text or file name, the voice, the key, the time, the cost and the state", async (t) => {
  await page.goto(history);
  await page.getByText("No requests yet").waitFor();
  t.is(await page.getByRole("search").count(), 0, "there is nothing to search yet");
  await makeRequests();
  await page.reload();
  await counted("4 requests");
  t.deepEqual(await titles(), [texts[2], texts[1], "minutes-may.wav", texts[0]]);
  const shown = (await row("river").last().textContent()) ?? "";
  t.true((await row("minutes-may.wav").textContent())?.includes("English"), "a transcription has its language");
  for (const part of ["Speech · 24 characters", "Welsh", "weather station", "Today, ", "24", "completed"])
    t.true(shown.includes(part), `${part} in ${shown}`);
});

test.serial("requests are found by words and filters, which reload, back and a link keep", async (t) => {
  await page.getByLabel("Search").fill("umbr STATION");
  await counted("1 request");
  t.deepEqual(await titles(), [texts[2]]);
  t.deepEqual(await page.locator(".request-title mark").allTextContents(), ["umbrella", "station"]);
  t.is(page.url(), `${history}?search=umbr+STATION`);
  await page.getByLabel("Search").fill("minutes");
  await page.getByRole("link", { name: "minutes-may.wav" }).waitFor();
  await page.getByLabel("Type").selectOption("tts");
  await page.getByText("No requests match.").waitFor();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await counted("4 requests");
  t.is(await page.getByLabel("Search").inputValue(), "");
  await page.getByLabel("API key").selectOption({ index: 1 });
  await counted("1 request");
  await page.getByLabel("Voice").selectOption({ index: 1 });
  await page.waitForURL(/voice=/);
  await page.goBack();
  await counted("1 request");
  await page.getByLabel("Date").selectOption({ label: "Today" });
  await page.waitForURL(/from=/);
  const shared = page.url();
  await page.goto(history);
  await counted("4 requests");
  await page.goto(shared);
  await counted("1 request");
  t.deepEqual(await titles(), [texts[0]]);
  t.is(await page.getByLabel("Date").inputValue(), "today");
  await page.getByRole("link", { name: "The river" }).click();
  await page.getByRole("link", { name: "All requests" }).click();
  await page.waitForURL(shared);
  await counted("1 request");
});

test.serial("a telephone shows each request in two lines that need no sideways scroll", async (t) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(history);
  await counted("4 requests");
  for (const text of ["river", "minutes-may.wav"]) {
    const { x = 0, width = Infinity, height = Infinity } = (await row(text).last().boundingBox()) ?? {};
    t.true(height < 96 && x + width <= 390, `${text}: ${width} × ${height}`);
  }
  await row("river").last().getByText("Completed").waitFor();
  t.true(await row("river").last().getByText("Today, ").isVisible());
  await looksGood(t, page, { shown: "the history in two lines" });
  await page.setViewportSize({ width: 1280, height: 720 });
});

test.serial("a telephone shows the filters when they are opened, and how many are set", async (t) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(history);
  await counted("4 requests");
  t.false(await page.getByLabel("Type").isVisible());
  await button("Filters").click();
  await page.getByLabel("Type").selectOption("tts");
  await button("Filters (1)").waitFor();
  await counted("3 requests");
  await page.setViewportSize({ width: 1280, height: 720 });
});

test.serial("yesterday's requests are one choice away, and other days by their dates", async (t) => {
  await page.clock.setFixedTime(Date.now() + dayMs);
  await page.goto(history);
  await counted("4 requests");
  await page.getByText("Yesterday, ").first().waitFor();
  await page.getByLabel("Date").selectOption({ label: "Today" });
  await page.getByText("No requests match.").waitFor();
  await page.getByLabel("Date").selectOption({ label: "Yesterday" });
  await counted("4 requests");
  await page.getByLabel("Date").selectOption({ label: "Custom range" });
  const from = await page.getByLabel("From", { exact: true }).inputValue();
  t.is(from, await page.getByLabel("To", { exact: true }).inputValue());
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.waitForURL(`${history}?to=${from}&from=2020-01-01`);
  await page.getByLabel("To", { exact: true }).fill("2020-01-02");
  await page.getByText("No requests match.").waitFor();
  await page.clock.setFixedTime(Date.now());
});

test.serial("the filter Yesterday uses the reader's time zone", async (t) => {
  const storageState = await page.context().storageState();
  const context = await page.context().browser()?.newContext({ timezoneId: "Asia/Kolkata", storageState });
  const abroad = await context?.newPage();
  if (abroad === undefined) throw new Error("There is no browser.");
  // A minute after the midnight that follows in India, where it comes 5.5 hours before that of UTC.
  const ahead = 5.5 * 3_600_000;
  const midnight = (Math.floor((Date.now() + ahead) / dayMs) + 1) * dayMs - ahead;
  await abroad.clock.setFixedTime(midnight + 60_000);
  await abroad.goto(history);
  await abroad.getByLabel("Date").selectOption({ label: "Yesterday" });
  await abroad.waitForURL(/from=/);
  await abroad.getByRole("status").getByText("4 requests", { exact: true }).waitFor();
  await abroad.getByLabel("Date").selectOption({ label: "Today" });
  await abroad.getByText("No requests match.").waitFor();
  t.true(abroad.url().endsWith(`to=${new Date(midnight + ahead).toISOString().slice(0, 10)}`), abroad.url());
  await context?.close();
});

test.serial("the usage page keeps a named or custom period in the URL", async (t) => {
  await page.goto(`${baseUrl}/account/usage`);
  await page.getByText("3 texts").waitFor();
  t.is(await page.getByLabel("Period").inputValue(), "30");
  await page.getByLabel("Period").selectOption({ label: "Last 7 days" });
  await page.waitForURL(/from=/);
  await page.getByText("3 texts").waitFor();
  t.is(await page.getByLabel("From", { exact: true }).count(), 0);
  await page.getByLabel("Period").selectOption({ label: "Custom range" });
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-31");
  await page.getByText("No usage from 1 Jan to 31 Jan.").waitFor();
  await page.reload();
  await page.getByText("No usage from 1 Jan to 31 Jan.").waitFor();
  t.is(await page.getByLabel("Period").inputValue(), "custom");
  await looksGood(t, page, { shown: "a period without usage", widths: [390, 1440] });
});

test.serial("a request plays in its row, one at a time", async (t) => {
  await page.goto(history);
  await counted("4 requests");
  await button(`Play ${texts[1] ?? ""}`).click();
  await page.getByRole("group", { name: `Audio of ${texts[1] ?? ""}` }).waitFor();
  t.true((await playToEnd(page)) > 0.5);
  await button("Play minutes-may.wav").click();
  await page.getByRole("group", { name: "Audio of minutes-may.wav" }).waitFor();
  t.true((await playToEnd(page)) > 0.5);
  t.is(await page.locator(".audio-player").count(), 1);
  await looksGood(t, page, { shown: "the history with a player", widths: [390, 1440] });
  await button("Close the player of minutes-may.wav").click();
  t.is(await page.locator(".audio-player").count(), 0);
});

test.serial("what the filters find is exported", async (t) => {
  await page.goto(`${history}?search=train`);
  await counted("1 request");
  const exported = async (format: string): Promise<string> => {
    const link = page.getByRole("link", { name: `Export ${format.toUpperCase()}` });
    t.is(await link.getAttribute("download"), `requests.${format}`);
    return String(await page.evaluate(`fetch("${(await link.getAttribute("href")) ?? ""}").then((one) => one.text())`));
  };
  const csv = (await exported("csv")).trim().split("\r\n");
  t.is(csv.length, 2);
  t.true(csv[1]?.includes("The train leaves at nine."));
  const json = z.array(z.object({ text: z.string() })).parse(JSON.parse(await exported("json")));
  t.deepEqual(json, [{ text: "The train leaves at nine." }]);
});

test.serial("paragraphs of documents are listed when they are asked for", async (t) => {
  const created = await call("POST", "/v1/documents", { json: { title: "Rivers", text: "A paragraph of a book." } });
  const { document_id: id } = created.data(z.object({ document_id: z.string() }));
  await call("POST", `/v1/documents/${id}/speak`, { json: {} });
  await page.goto(history);
  await counted("4 requests");
  await page.getByLabel("Paragraphs of documents").check();
  await counted("5 requests");
  t.is((await titles())[0], "A paragraph of a book.");
  t.is(page.url(), `${history}?documents=include`);
  await page.goto(`${baseUrl}/account/studio`);
  await page.getByRole("article").nth(2).waitFor();
  t.is(await page.getByRole("article").count(), 3, "the takes have none");
  await call("DELETE", `/v1/documents/${id}`);
});

test.serial("one request is deleted after asking", async (t) => {
  await page.goto(history);
  await counted("4 requests");
  await button(`Delete ${texts[1] ?? ""}`).click();
  await dialog.getByText("cannot be undone").waitFor();
  await button("Keep it").click();
  await dialog.waitFor({ state: "detached" });
  t.is((await titles()).length, 4);
  await button(`Delete ${texts[1] ?? ""}`).click();
  await button("Delete request").click();
  await counted("3 requests");
});

test.serial("many are deleted at once: the dialog names them, and a failure is said", async (t) => {
  await page.getByLabel(`Select ${texts[0] ?? ""}`).check();
  await page.getByText("1 selected").waitFor();
  await page.getByLabel("1 selected").check();
  await page.getByText("3 selected").waitFor();
  await button("Delete 3 requests").click();
  await dialog.getByText("minutes-may.wav").waitFor();
  await looksGood(t, page, { shown: "the question before deleting", widths: [390, 1440] });
  const body = { success: false, detail: "The service is unavailable.", code: "unavailable", request_id: "none" };
  await page.route("**/v1/speech/requests/delete", (route) => route.fulfill({ status: 503, json: body }));
  await dialog.getByRole("button", { name: "Delete 3 requests" }).click();
  await dialog.getByRole("alert").waitFor();
  await page.unroute("**/v1/speech/requests/delete");
  t.is((await titles()).length, 3, "none of them is gone");
  // One is deleted elsewhere meanwhile.
  const listed = z.object({ items: z.array(z.object({ request_id: z.string() })) });
  const [newest] = (await call("GET", "/v1/speech/requests?limit=1")).data(listed).items;
  await call("DELETE", `/v1/speech/requests/${newest?.request_id}`);
  await dialog.getByRole("button", { name: "Delete 3 requests" }).click();
  await page.getByText("2 requests deleted. 1 request had been deleted before.").waitFor();
  await page.getByText("No requests yet").waitFor();
  t.deepEqual(dashboard.misdeeds, { errors: [], foreign: [] });
});

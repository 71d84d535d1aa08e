import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openChromium, signUpInPage } from "#test/support/chromium.ts";
import { type Installation, installationPort, launch, untilReady } from "#harness/service/installation.ts";
import { sendUnprocessableNotifications } from "#test/support/unprocessable-notifications.ts";
import { makeVoices, takeSpeechPictures } from "./speech-pictures.ts";

const folder = join(import.meta.dirname, "../../.screenshots");
const grace = { name: "Grace Hopper", username: "grace", email: "grace@example.com", password: "correct horse" };
const height = 900;
/** Each page by the name of its picture. */
const pages = {
  public: "/",
  overview: "/account",
  studio: "/account/studio",
  history: "/account/history",
  batches: "/account/history/batches",
  documents: "/account/documents",
  "document-new": "/account/documents/new",
  "history-none": "/account/history?status=failed",
  transcribe: "/account/transcribe",
  live: "/account/live",
  voices: "/account/voices",
  "voices-mine": "/account/voices?view=mine",
  "voices-favorites": "/account/voices?view=favorites",
  keys: "/account/keys",
  webhooks: "/account/webhooks",
  usage: "/account/usage",
  billing: "/account/billing",
  "own-words": "/account/own-words",
  profile: "/account/profile",
  "device-none": "/account/device",
  nowhere: "/account/nowhere",
  "admin-statistics": "/account/admin/statistics",
  "admin-tickets": "/account/admin/tickets",
  "admin-accounts": "/account/admin/accounts",
  "admin-notifications": "/account/admin/events",
  "admin-queues": "/account/admin/queues",
  "admin-models": "/account/admin/models",
  docs: "/docs",
  "docs-api": "/docs/api",
  reference: "/docs/reference",
} as const;
const texts = ["Good morning.", "The meeting is at nine.", "This is a somewhat longer sentence for the chart to show."];

/** Uses the account a little, so that there is something to see. */
async function useAccount(page: Page): Promise<void> {
  await page.evaluate(
    async ({ sentences, names }) => {
      const post = (path: string, body: object) =>
        fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
      for (const name of names) await post("/v1/api-keys", { name, description: `For the ${name}` });
      for (const text of sentences) await post("/v1/speech/synthesize", { text });
    },
    { sentences: texts, names: ["laptop", "staging server", "production server"] },
  );
}

/** One request of each kind, something said about both, and a plan. @returns the addresses of the requests */
async function useMore(page: Page): Promise<Readonly<Record<"spoken" | "heard" | "device" | "document", string>>> {
  const [spoken, heard, asked, book] = await page.evaluate(async (text) => {
    const json = { "Content-Type": "application/json" };
    const post = (path: string, body: object) =>
      fetch(path, { method: "POST", headers: json, body: JSON.stringify(body) });
    const said = await post("/v1/speech/synthesize", { text, format: "mp3" });
    const first = said.headers.get("X-Request-Id") ?? "";
    const form = new FormData();
    form.set("audio", await (await fetch(`/v1/speech/requests/${first}/audio`)).blob());
    const read = await fetch("/v1/speech/transcriptions", { method: "POST", body: form });
    const ids = [first, read.headers.get("X-Request-Id") ?? ""];
    for (const id of ids) {
      await post("/v1/feedback", { request_id: id, feedback_text: "The first word is hard to make out." });
      await post("/v1/feedback", { request_id: id, feedback_text: "On better speakers\nit is fine." });
    }
    const authorization = await post("/v1/device-authorizations", { client_name: "speech on laptop" });
    const chapters = "# The north wind\n\nANNA: Who is stronger?\n\nThe wind blew.\n\n# The sun\n\nThe sun came out.";
    const made = await post("/v1/documents", { title: "Fables", author: "Aesop", text: chapters });
    const documentId = made.headers.get("X-Request-Id") ?? "";
    await post(`/v1/documents/${documentId}/speak`, {});
    return [first, ids[1] ?? "", await authorization.text(), documentId] as const;
  }, texts.join(" "));
  await page.getByRole("link", { name: "Plan and billing" }).click();
  await page.getByRole("button", { name: "Subscribe to Starter" }).click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByText("The payment was received").waitFor();
  return {
    spoken: `/account/history/${spoken}`,
    heard: `/account/history/${heard}`,
    document: `/account/documents/${book}`,
    device: `/account/device?code=${/[B-Z]{4}-[B-Z]{4}/.exec(asked)?.[0] ?? ""}`,
  };
}

/** Has strangers and providers write, so that the admin has something to look at. */
async function writeToAdmin(service: Installation): Promise<void> {
  const { baseUrl } = service;
  for (const name of ["Ada Lovelace", "Edsger W. Dijkstra"]) {
    const ticket = {
      name,
      email: "somebody@example.com",
      company: "Engines & Sons",
      interested_products: ["Custom voices"],
    };
    const headers = { "Content-Type": "application/json" };
    await fetch(`${baseUrl}/v1/contact-submissions`, { method: "POST", headers, body: JSON.stringify(ticket) });
  }
  await sendUnprocessableNotifications(baseUrl, await service.secrets(), "order_and_person_1");
}

interface Pictured {
  readonly baseUrl: string;
  /** The addresses of requests, by the names of their pictures. */
  readonly requests: Readonly<Record<string, string>>;
  readonly hasVoices: boolean;
}

/** Takes a picture of every page, 390, 1,440 and 1,920 px wide, light and dark, and of the dialogs. */
async function takePictures(page: Page, { baseUrl, requests, hasVoices }: Pictured): Promise<void> {
  for (const width of [390, 1440, 1920]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const take = (name: string, fullPage = true) =>
        page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });
      for (const [name, path] of Object.entries({ ...pages, ...requests })) {
        await page.goto(`${baseUrl}${path}`, { waitUntil: "networkidle" });
        await take(name);
      }
      await page.goto(`${baseUrl}/account/keys`, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Revoke laptop" }).click();
      await page.getByRole("alertdialog").waitFor();
      await take("revoke", false);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Replace laptop" }).click();
      await page.getByRole("dialog").waitFor();
      await take("replace", false);
      await page.goto(`${baseUrl}/account`, { waitUntil: "networkidle" });
      await page.keyboard.press("Control+k");
      await page.getByRole("option").first().waitFor();
      await take("search", false);
      await page.goto(`${baseUrl}/account/admin/accounts`, { waitUntil: "networkidle" });
      await page.getByRole("link", { name: grace.name }).click();
      await page.getByRole("heading", { name: grace.name }).waitFor();
      await take("admin-account");
      await page.getByRole("button", { name: "Correct credits" }).click();
      await page.getByRole("dialog").waitFor();
      await take("admin-correction", false);
      await page.goto(`${baseUrl}/`, { waitUntil: "networkidle" });
      await page.getByRole("tab", { name: "Speech to text" }).click();
      await page.getByRole("button", { name: "Send" }).click();
      await page.locator("#contact .problem").first().waitFor();
      // A whole page has its header at the top, wherever the button was.
      await page.evaluate("scrollTo(0, 0)");
      await take("public-refused");
      await takeSpeechPictures(page, { baseUrl, hasVoices }, take);
    }
  }
}

const dataDir = await mkdtemp(join(tmpdir(), "speech-pictures-"));
// The default set: without natural voices no voice can be matched.
const service = launch(dataDir, await installationPort(), { SPEECH_MODELS: "default" });
try {
  await untilReady(service);
  await mkdir(folder, { recursive: true });
  const browser = await openChromium();
  const page = await browser.newPage();
  await page.goto(`${service.baseUrl}/auth/login?return_to=/account`);
  await signUpInPage(page, grace, `${service.baseUrl}/account`);
  await service.operate("set-role", "--email", grace.email, "--role", "admin");
  await useAccount(page);
  await writeToAdmin(service);
  const hasVoices = await makeVoices(page, service.baseUrl);
  await takePictures(page, { baseUrl: service.baseUrl, requests: await useMore(page), hasVoices });
  await browser.close();
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}

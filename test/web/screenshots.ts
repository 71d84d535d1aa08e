import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openChromium, signUpInPage } from "#test/support/chromium.ts";
import { installationPort, launch, untilReady } from "#test/support/installation.ts";

const folder = join(import.meta.dirname, "../../.screenshots");
const grace = { name: "Grace Hopper", username: "grace", email: "grace@example.com", password: "correct horse" };
const height = 900;
/** Each page by the name of its picture. */
const pages = {
  public: "/",
  overview: "/account",
  playground: "/account/playground",
  keys: "/account/keys",
  usage: "/account/usage",
  billing: "/account/billing",
  nowhere: "/account/nowhere",
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

/** Takes a picture of every page, 390 and 1,440 px wide, light and dark, and of the dialogs. */
async function takePictures(page: Page, baseUrl: string): Promise<void> {
  for (const width of [390, 1440]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const take = (name: string, fullPage = true) =>
        page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(`${baseUrl}${path}`, { waitUntil: "networkidle" });
        await take(name);
      }
      await page.goto(`${baseUrl}/account/keys`, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Revoke laptop" }).click();
      await page.getByRole("alertdialog").waitFor();
      await take("revoke", false);
      await page.goto(`${baseUrl}/`, { waitUntil: "networkidle" });
      await page.getByRole("tab", { name: "Speech to text" }).click();
      await page.getByRole("button", { name: "Send" }).click();
      await page.locator("#contact .problem").first().waitFor();
      await take("public-refused");
    }
  }
}

const dataDir = await mkdtemp(join(tmpdir(), "speech-pictures-"));
const service = launch(dataDir, await installationPort());
try {
  await untilReady(service);
  await mkdir(folder, { recursive: true });
  const browser = await openChromium();
  const page = await browser.newPage();
  await page.goto(`${service.baseUrl}/auth/login?return_to=/account`);
  await signUpInPage(page, grace, `${service.baseUrl}/account`);
  await useAccount(page);
  await takePictures(page, service.baseUrl);
  await browser.close();
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}

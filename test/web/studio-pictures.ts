import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { installationPort, launch, untilReady } from "#harness/service/installation.ts";
import { signUpInPage } from "#test/support/chromium.ts";

const visitor = { name: "Grace Hopper", username: "grace", email: "grace@example.com", password: "correct horse" };
const text =
  "Good morning, and welcome aboard. Doors close in five minutes, and coffee is served in coach 7 from 8:30 a.m.";
/** The first speech of an installation loads its model. */
const speechMs = 2 * 60_000;

/** Speaks a text in the studio of a new installation, and takes a picture of its take, light and dark. */
export async function takeStudioPictures(browser: Browser, folder: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "speech-studio-"));
  const service = launch(dataDir, await installationPort(), { SPEECH_MODELS: "default" });
  try {
    await untilReady(service);
    const page = await browser.newPage({ viewport: { width: 1240, height: 900 }, reducedMotion: "reduce" });
    await page.goto(`${service.baseUrl}/auth/login?return_to=/account/studio`);
    await signUpInPage(page, visitor, `${service.baseUrl}/account/studio`);
    await page.getByLabel("Text to speak").fill(text);
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    await page.getByRole("link", { name: /^Download/ }).waitFor({ timeout: speechMs });
    const takes = page.locator(".card", { has: page.getByRole("heading", { name: "Takes" }) });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await takes.screenshot({ path: join(folder, `studio-${colorScheme}.png`) });
    }
    await page.close();
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "playwright-core";
import { installationPort, launch, untilReady } from "#harness/service/installation.ts";
import { openChromium, openPage } from "#test/support/chromium.ts";

/**
 * The first minutes of a newcomer on a fresh installation: a voice that is heard, a key, and the first API call, seen on the
 * overview. `npm run walk` prints the seconds and clicks, and fails where they are too many.
 */

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const folder = join(root, ".screenshots");
/** For README.md. */
const readmePicture = join(root, "docs/public-page.jpg");
const max = { seconds: 180, clicks: 6 } as const;
const viewport = { width: 1280, height: 800 };

/** Counts the seconds and clicks of the walk. */
class Walk {
  private readonly begun = performance.now();
  private readonly rows: string[] = [];
  clicks = 0;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get seconds(): number {
    return (performance.now() - this.begun) / 1_000;
  }

  async click(what: Locator): Promise<void> {
    await what.click();
    this.clicks += 1;
  }

  /** Says how far the newcomer is, with a picture. */
  async arrive(at: string): Promise<void> {
    const name = `walk-${this.rows.length + 1}.png`;
    const row = `${this.seconds.toFixed(1).padStart(6)} s  ${this.clicks} clicks  ${at} (${name})`;
    this.rows.push(row);
    process.stdout.write(`${row}\n`);
    await this.page.screenshot({ path: join(folder, name) });
  }
}

async function hearVoice(walk: Walk, page: Page, baseUrl: string): Promise<void> {
  await openPage(page, `${baseUrl}/`);
  await walk.arrive("the public page");
  const voice = page.locator(".example-voice").first();
  await walk.click(voice.getByRole("button", { name: /^Play / }));
  await voice.locator('[data-state="playing"]').waitFor();
  await walk.arrive("a voice is heard");
}

async function makeKey(walk: Walk, page: Page): Promise<void> {
  await walk.click(page.getByRole("link", { name: "Sign up free" }));
  await page.getByRole("button", { name: "Continue as owner" }).waitFor();
  await walk.arrive("the sign-in");
  await walk.click(page.getByRole("button", { name: "Continue as owner" }));
  await page.getByRole("heading", { name: "Getting started" }).waitFor();
  await walk.arrive("the overview, with the checklist");
  await walk.click(page.getByRole("button", { name: /^Create an/ }));
  await page.getByText("Your key is in the command below.").waitFor();
  await walk.arrive("a key of one's own");
}

/** Pastes the command into a terminal. */
async function callApi(walk: Walk, page: Page, cwd: string): Promise<void> {
  await walk.click(page.getByRole("button", { name: "Copy command" }));
  await run("bash", ["-c", String(await page.evaluate("navigator.clipboard.readText()"))], { cwd });
  await page.getByText("Received with the key").waitFor();
  await walk.arrive("the first API call is seen");
}

/** The public page with a transcript under way, which README.md shows. */
async function takeReadmePicture(page: Page, baseUrl: string): Promise<void> {
  await page.context().clearCookies();
  await openPage(page, `${baseUrl}/`);
  const example = page.getByRole("region", { name: "Voicemail" });
  await example.getByRole("button", { name: "Play" }).click();
  await example.locator('[data-heard="true"]').first().waitFor();
  await page.screenshot({ path: readmePicture, type: "jpeg", quality: 70 });
}

const dataDir = await mkdtemp(join(tmpdir(), "speech-walk-"));
const service = launch(dataDir, await installationPort(), { SPEECH_MODELS: process.env["SPEECH_MODELS"] ?? "default" });
try {
  await untilReady(service);
  await mkdir(folder, { recursive: true });
  const browser = await openChromium();
  const page = await browser.newPage({ viewport, permissions: ["clipboard-read", "clipboard-write"] });
  const walk = new Walk(page);
  await hearVoice(walk, page, service.baseUrl);
  await makeKey(walk, page);
  await callApi(walk, page, dataDir);
  if (walk.seconds > max.seconds || walk.clicks > max.clicks) {
    process.exitCode = 1;
    process.stdout.write(`More than ${max.seconds} seconds or ${max.clicks} clicks.\n`);
  }
  if (process.argv.includes("--readme")) await takeReadmePicture(page, service.baseUrl);
  await browser.close();
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}

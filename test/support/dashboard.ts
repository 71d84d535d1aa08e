import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Misdeeds, openChromium, signUpInPage, watch } from "./chromium.ts";
import { installationPort, launch, untilReady } from "#harness/service/installation.ts";

const visitor = { name: "Ada Lovelace", username: "ada", email: "ada@example.com", password: "correct horse" };

/** A browser in which a person has just signed up at an installation of its own, and was made an admin. */
export interface Dashboard {
  readonly baseUrl: string;
  readonly page: Page;
  /** What the page did since then that it may not. */
  readonly misdeeds: Misdeeds;
  /** An empty folder of its own. */
  readonly folder: string;
  close(): Promise<void>;
}

interface Options {
  /** A WAV file that the browser's microphone plays once, whenever it is opened. */
  readonly microphone?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Addresses whose refusals are expected. */
  readonly expected?: RegExp;
}

/** Brings up the whole service and a browser; both end with `close`. */
export async function openDashboard({ microphone, env = {}, expected }: Options = {}): Promise<Dashboard> {
  const folder = await mkdtemp(join(tmpdir(), "speech-dashboard-"));
  const service = launch(folder, await installationPort(), env);
  await untilReady(service);
  const { baseUrl } = service;
  const browser = await openChromium(microphone);
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/auth/login?return_to=/account`);
  await signUpInPage(page, visitor, `${baseUrl}/account`);
  await service.operate("set-role", "--email", visitor.email, "--role", "admin");
  return {
    baseUrl,
    page,
    misdeeds: watch(page, baseUrl, expected === undefined ? {} : { expected }),
    folder,
    close: async () => {
      await browser.close();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

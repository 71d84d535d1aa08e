import type { Page } from "playwright-core";
import type { Resources } from "#src/platform/resources.ts";
import { type Misdeeds, openChromium, signUpInPage, watch } from "./chromium.ts";
import { type SandboxedServiceOptions, startSandboxedService } from "./sandboxed-service.ts";

const visitor = { name: "Ada Lovelace", username: "ada", email: "ada@example.com", password: "correct horse" };

/** A browser in which a person has just signed up at a service of its own, and was made an admin. */
export interface Dashboard {
  readonly baseUrl: string;
  readonly page: Page;
  readonly resources: Resources;
  /** The things that the page did since then and may not. */
  readonly misdeeds: Misdeeds;
  close(): Promise<void>;
}

interface Options extends SandboxedServiceOptions {
  /** A WAV file that the browser's microphone plays once, whenever it is opened. */
  readonly microphone?: string;
  /** Addresses whose refusals are expected. */
  readonly expected?: RegExp;
}

/** Starts a service with its sandboxes, and a browser; both end with `close`. */
export async function openDashboard({ microphone, expected, ...options }: Options = {}): Promise<Dashboard> {
  const service = await startSandboxedService(options);
  const { baseUrl } = service;
  const browser = await openChromium(microphone);
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/auth/login?return_to=/account`);
  await signUpInPage(page, visitor, `${baseUrl}/account`);
  await service.makeAdmin(visitor.email);
  return {
    baseUrl,
    page,
    resources: service.resources,
    misdeeds: watch(page, baseUrl, expected === undefined ? {} : { expected }),
    close: async () => {
      await browser.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

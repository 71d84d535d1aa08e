import test, { type ExecutionContext } from "ava";
import type { Route } from "playwright-core";
import { sessionCookie } from "#src/api/http/cookies.ts";
import { tone } from "#harness/audio/sounds.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { looksGood } from "#test/support/appearance.ts";
import { openPage } from "#test/support/chromium.ts";

const dashboard = await openDashboard({
  workers: ["synthesis", "transcription", "training"],
  payments: true,
  expected: /\/v1\/|\/healthz/,
});
const { page, baseUrl } = dashboard;
test.afterEach.always(async () => {
  await page.unrouteAll();
  await page.context().setOffline(false);
});
test.after.always(() => dashboard.close());

/** Something that a person does on a page, by a call of its own. */
interface Action {
  readonly path: string;
  /** The address of the call. */
  readonly call: string;
  /** Fills in what the call needs. */
  readonly prepare: () => Promise<unknown>;
  readonly act: () => Promise<unknown>;
  /** The input of the person is still there. */
  readonly kept: () => Promise<unknown>;
  /** It has worked. */
  readonly done: () => Promise<unknown>;
}

const recording = { name: "clip.wav", mimeType: "audio/wav", buffer: Buffer.from(tone(3)) };
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const pick = () => page.locator("input[type=file]").setInputFiles(recording);
const text = "This is kept, whatever happens.";

const actions: Readonly<Record<string, Action>> = {
  studio: {
    path: "/account/studio",
    call: "**/v1/speech/synthesize*",
    prepare: () => page.getByLabel("Text to speak").fill(text),
    act: () => press("Speak"),
    kept: () => page.getByLabel("Text to speak").filter({ hasText: text }).waitFor(),
    done: () => page.locator("audio").first().waitFor({ state: "attached" }),
  },
  transcription: {
    path: "/account/transcribe",
    call: "**/v1/speech/transcriptions*",
    prepare: pick,
    act: () => press("Transcribe"),
    kept: () => page.getByText("clip.wav").first().waitFor(),
    done: () => page.getByRole("heading", { name: "Transcript" }).waitFor(),
  },
  voices: {
    path: "/account/voices",
    call: "**/v1/voices",
    prepare: async () => {
      await press("New voice");
      await page.getByLabel("Name (required)").fill("Kept");
      await pick();
      await page.getByRole("checkbox", { name: "I am the person in this recording" }).check();
    },
    act: () => press("Create voice"),
    kept: () => page.getByRole("dialog").getByText("clip.wav").first().waitFor(),
    done: () => page.getByRole("dialog").waitFor({ state: "detached" }),
  },
  billing: {
    path: "/account/billing",
    call: "**/v1/subscriptions",
    prepare: async () => {
      await press("Subscribe to Starter");
      await page.getByRole("button", { name: "Continue to payment" }).waitFor();
    },
    act: async () => {
      const proceed = page.getByRole("button", { name: "Continue to payment" });
      if (!(await proceed.isVisible())) await press("Subscribe to Starter");
      await proceed.click();
    },
    kept: () => page.getByRole("heading", { name: "Plans", exact: true }).waitFor(),
    done: async () => {
      await page.getByRole("link", { name: "Back without paying" }).click();
      await page.getByText("The payment for Starter was cancelled").waitFor();
    },
  },
};

const answer =
  (status: number, body: object, headers: Readonly<Record<string, string>> = {}) =>
  (route: Route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status, headers, json: { success: false, request_id: "none", ...body } })
      : route.fallback();

async function begin({ path, prepare }: Action): Promise<void> {
  await openPage(page, `${baseUrl}${path}`);
  await prepare();
}

/** The notice says what happened and offers another try, which works. */
async function triesAgain(t: ExecutionContext, { kept, done }: Action, shown: string): Promise<void> {
  await kept();
  await looksGood(t, page, { shown });
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await done();
}

for (const [name, action] of Object.entries(actions)) {
  test.serial(`${name}: a rate limit counts down, then offers another try, and nothing is lost`, async (t) => {
    await begin(action);
    const detail = { detail: "Rate limit exceeded. Retry later.", code: "rate_limited" };
    await page.route(action.call, answer(429, detail, { "retry-after": "2" }));
    // The seconds are waited for before they begin: they are gone as soon as they are over.
    await Promise.all([page.getByText(/Retry in [12] seconds?\./).waitFor(), action.act()]);
    await page.getByText("Rate limit exceeded.").waitFor();
    await triesAgain(t, action, `${name} after 429`);
  });

  test.serial(`${name}: a refused connection is said, and another try is offered`, async (t) => {
    await begin(action);
    await page.route(action.call, (route) =>
      route.request().method() === "POST" ? route.abort("connectionrefused") : route.fallback(),
    );
    await action.act();
    await page.getByText("The service cannot be reached. Check the connection and try again.").waitFor();
    await triesAgain(t, action, `${name} without a connection`);
  });

  test.serial(`${name}: work begun offline goes on when the connection is back`, async (t) => {
    await begin(action);
    await page.context().setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await action.act();
    await action.kept();
    await page.context().setOffline(false);
    await action.done();
    t.pass();
  });

  test.serial(`${name}: an expired session leads to sign-in, and what was put in stays`, async (t) => {
    await begin(action);
    // Calls of a page that still loads would be refused before the person acts.
    await page.waitForLoadState("networkidle");
    await page.context().clearCookies({ name: sessionCookie });
    await action.act();
    const dialog = page.getByRole("dialog", { name: "Your session has expired" });
    await dialog.waitFor();
    const link = dialog.getByRole("link", { name: /^Sign in/ });
    if ((await link.getAttribute("target")) === "_blank") {
      const opening = page.context().waitForEvent("page");
      await link.click();
      const other = await opening;
      await other.waitForURL(`${baseUrl}/account`);
      await other.close();
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await dialog.waitFor({ state: "detached" });
    } else {
      await link.click();
      await page.waitForURL(`${baseUrl}${action.path}`);
    }
    await action.kept();
    await action.act();
    await action.done();
    t.pass();
  });
}

for (const name of ["studio", "transcription", "voices"] as const)
  test.serial(`${name}: missing credits are said in numbers, and lead to the plans`, async (t) => {
    const action = actions[name];
    if (action === undefined) return t.fail();
    await begin(action);
    const detail = { detail: "Insufficient credits.", code: "insufficient_credits", required: 22, remaining: 3 };
    await page.route(action.call, answer(402, detail));
    await action.act();
    await page.getByText("Insufficient credits. This needs 22 credits; 3 remain.").waitFor();
    await action.kept();
    await looksGood(t, page, { shown: `${name} without credits` });
    await page.getByRole("link", { name: "See plans" }).click();
    await page.waitForURL(`${baseUrl}/account/billing`);
  });

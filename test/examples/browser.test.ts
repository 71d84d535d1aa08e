import { once } from "node:events";
import test from "ava";
import "./resolve-sdk.ts";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { openChromium, untilTrue } from "#test/support/chromium.ts";
import { startService } from "#test/support/service.ts";

test("browser: the page of another origin transcribes the microphone by a token, and never sees the key", async (t) => {
  const { createPageServer } = await import("#examples/browser/server.ts");
  await using service = await startService({ env: { LIVE_SECRET: "a secret of a test run" } });
  await using worker = await openFakeLiveWorker(service.resources.db);
  const { key } = await service.account();
  const server = createPageServer(service.baseUrl, key).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    const received: string[] = [];
    page.on("response", (response) => void response.text().then((text) => received.push(text)));
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByRole("button", { name: "Start" }).click();
    const heard = await worker.session(0);
    t.like(heard.start, { encoding: "container", language: "en" });
    await untilTrue(page, "document.querySelector('[role=status]').textContent === 'Listening…'");
    heard.say({ type: "partial", start: 0, end: 1, text: "hello", words: [], committed: 0 });
    await untilTrue(page, "document.querySelector('[role=status]').textContent === 'hello'");
    while (heard.bytes < 1_000) await new Promise((done) => setImmediate(done));
    heard.say(finalOf(1, "Hello.", { start: 0, end: 1 }));
    await untilTrue(page, "document.querySelector('[role=log]').textContent === 'Hello. '");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Start" }).waitFor();
    t.is(await page.getByRole("status").textContent(), "");
    t.true(heard.commands.includes("close"));
    t.true(received.some((text) => text.includes("live_")));
    t.false(received.some((text) => text.includes(key)));
  } finally {
    await browser.close();
    server.close();
  }
});

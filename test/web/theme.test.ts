import test from "ava";
import { z } from "zod";
import { accessibilityProblems, openAccountMenu, openPage, untilTrue } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/dashboard.ts";

const dashboard = await openDashboard();
const { page, baseUrl, misdeeds } = dashboard;
test.after.always(() => dashboard.close());

/** The colour behind the page, and the theme that the HTML of the server names. */
const look = z.object({ colour: z.string(), written: z.string().nullable() });
const readLook = `(async () => ({
  colour: getComputedStyle(document.body).backgroundColor,
  written: /<html[^>]*data-theme="(\\w+)"/.exec(await (await fetch(location.href)).text())?.[1] ?? null,
}))()`;
const lookOf = async () => look.parse(await page.evaluate(readLook));
const [light, dark] = ["rgb(250, 250, 252)", "rgb(12, 13, 18)"];

test.serial(
  "a theme that was chosen is that of every page, written by the server, until the system's is chosen again",
  async (t) => {
    await page.emulateMedia({ colorScheme: "light" });
    await openPage(page, `${baseUrl}/account`);
    t.deepEqual(await lookOf(), { colour: light, written: null });
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Dark theme" }).click();
    t.deepEqual(await lookOf(), { colour: dark, written: "dark" }, "at once");
    for (const path of ["/account/usage", "/"]) {
      await openPage(page, `${baseUrl}${path}`);
      if (path !== "/") await openAccountMenu(page);
      t.deepEqual(await lookOf(), { colour: dark, written: "dark" }, path);
      t.is(await page.getByRole("button", { name: "Dark theme" }).getAttribute("aria-pressed"), "true");
      t.deepEqual(await accessibilityProblems(page), [], path);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("button", { name: "Light theme" }).click();
    await page.reload();
    t.deepEqual(await lookOf(), { colour: light, written: "light" });
    await page.getByRole("button", { name: "System theme" }).click();
    await page.reload();
    t.deepEqual(await lookOf(), { colour: dark, written: null });
    t.deepEqual(misdeeds, { errors: [], foreign: [] });
  },
);

test("a cookie that names no theme changes nothing of the page", async (t) => {
  const of = async (cookie: string): Promise<string> => {
    const answer = await fetch(`${baseUrl}/`, { headers: { cookie } });
    return /<html[^>]*>/.exec(await answer.text())?.[0] ?? "";
  };
  t.is(await of("speech_theme=dark"), '<html lang="en" data-theme="dark">');
  for (const cookie of [
    'speech_theme="><script>',
    "speech_theme=",
    "speech_theme=dark; speech_theme=light",
    "theme=dark",
  ]) {
    t.is(await of(cookie), '<html lang="en">', cookie);
  }
});

/** The link of the page that is shown lies within the list of links, and that one above the account. */
const linkIsInView = `(() => {
  const link = document.querySelector("nav [aria-current=page]")?.getBoundingClientRect();
  const list = document.querySelector(".side nav").getBoundingClientRect();
  const account = document.querySelector(".side-footer").getBoundingClientRect();
  return link !== undefined && link.top >= list.top && link.bottom <= list.bottom && list.bottom <= account.top &&
    account.bottom <= innerHeight;
})()`;

test.serial("a low window shows the link of its page above the account", async (t) => {
  await page.setViewportSize({ width: 1366, height: 620 });
  for (const name of ["models", "statistics"]) {
    await openPage(page, `${baseUrl}/account/admin/${name}`);
    await untilTrue(page, linkIsInView);
  }
  await page.setViewportSize({ width: 390, height: 620 });
  await openPage(page, `${baseUrl}/account/admin/models`);
  await page.getByRole("button", { name: /^Menu/ }).click();
  await untilTrue(page, linkIsInView);
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  t.deepEqual(await accessibilityProblems(page), []);
});

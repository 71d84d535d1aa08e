import { randomUUID } from "node:crypto";
import test from "ava";
import type { EngineState } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { looksGood } from "#test/support/appearance.ts";
import { untilTrue } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { groupVoices } from "#web/components/voices/group-voices.ts";
import { type ChosenFilters, countChoices, type FilterName, findVoices } from "#web/pages/voices/filter-voices.ts";

const widths = [390, 1440];
const dashboard = await openDashboard({ workers: ["synthesis"], expected: /\/v1\/voices/ });
const { page, baseUrl, misdeeds } = dashboard;
test.after.always(() => dashboard.close());

const open = (query = "") => page.goto(`${baseUrl}/account/voices${query}`);
const card = (name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const names = () => page.locator(".voice h2").allTextContents();
const playing = page.locator(".preview[data-state=playing]");
const button = (name: string) => page.getByRole("button", { name, exact: true });

test.serial("the library shows voices that can speak now, the best first, a page at a time", async (t) => {
  await open("?basic=shown");
  await page.getByText("Page 1 of").waitFor();
  const qualities = await page.locator(".badge[data-quality]").allTextContents();
  const ranks = qualities.map((quality) => ["Natural", "Standard", "Basic"].indexOf(quality));
  t.is(ranks.length, 24);
  t.deepEqual(
    ranks,
    ranks.toSorted((one, other) => one - other),
  );
  t.is(await page.getByText("Not installed").count(), 0);
  await button("Next").click();
  await page.getByText("Page 2 of").waitFor();
  t.regex(page.url(), /\?basic=shown&page=2$/);
  const top = "document.activeElement?.querySelector('.voice')?.getBoundingClientRect().top";
  const height = page.viewportSize()?.height ?? 0;
  const first = Number(await page.evaluate(top));
  t.true(first >= 0 && first < height, `the list begins in sight, and has the focus: ${first}`);
  await page.goBack();
  await page.getByText("Page 1 of").waitFor();
});

test.serial("a voice is found by words and filters, which the address keeps", async (t) => {
  await open("?page=2");
  await page.getByLabel("Search").fill("welsh");
  await card("Welsh (female)").waitFor();
  await page.getByText("2 voices").waitFor();
  t.regex(page.url(), /voices\?search=welsh$/);
  const nearest = page.getByText("No voice has all of these words; the nearest:");
  t.is(await nearest.count(), 0);
  await page.getByLabel("Search").fill("welsh trumpet");
  await nearest.waitFor();
  t.deepEqual(await names(), ["Welsh", "Welsh (female)"]);
  await page.getByLabel("Search").fill("welsh");
  await nearest.waitFor({ state: "detached" });
  const choices = (label: string) => page.getByLabel(label, { exact: true }).locator("option").allTextContents();
  t.deepEqual(await choices("Gender"), ["All (2)", "Female (1)", "Male (1)"]);
  t.deepEqual(await choices("Language"), ["All languages (2)", "Welsh (2)"]);
  await page.getByLabel("Gender").selectOption("male");
  await page.getByText("1 voice", { exact: true }).waitFor();
  t.deepEqual(await choices("Gender"), ["All (2)", "Female (1)", "Male (1)"]);
  t.deepEqual(await choices("Language"), ["All languages (1)", "Welsh (1)"]);
  await page.reload();
  await card("Welsh").waitFor();
  t.deepEqual(await names(), ["Welsh"]);
  t.is(await page.getByLabel("Search").inputValue(), "welsh");
  await open("?search=welsh&engine=flite&accent=Martian");
  await page.getByText("No voices match.").waitFor();
  await page.getByText("0 voices", { exact: true }).waitFor();
  t.deepEqual(await choices("Accent"), ["All (0)", "Martian (0)"]);
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await card("Ray").waitFor();
  t.is(await page.getByLabel("Search").inputValue(), "");
  t.is(await page.getByRole("link", { name: "Clear the filters" }).count(), 0);
  await page.getByLabel("Accent").selectOption("Scottish");
  await card("Alan").waitFor();
  t.regex(page.url(), /voices\?accent=Scottish$/);
  await page.getByLabel("Accent").selectOption("");
  await page.getByLabel("Language").selectOption("cy");
  await page.getByText("2 voices").waitFor();
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel("Gender").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Filters (1)" }).click();
  await page.getByLabel("Gender").waitFor();
  await page.setViewportSize(wide);
  await page.getByRole("button", { name: "Filters (1)" }).waitFor({ state: "hidden" });
});

test("each choice of a filter has the number of voices that the other filters leave", (t) => {
  const english = { language: "en", accent: null, quality: "natural", engine: "kokoro", favorite: false } as const;
  const voice = (gender: "female" | "male", uses: readonly string[], age: "old" | null = null) => ({
    ...{ ...english, gender, age, use_cases: uses },
  });
  const voices = [voice("female", ["news", "stories"]), voice("male", ["news"]), voice("male", ["stories"], "old")];
  const counts = (chosen: ChosenFilters, name: FilterName) => {
    const { all, values } = countChoices(voices, { chosen, withBasic: false }, name);
    return { all, ...Object.fromEntries(values) };
  };
  t.deepEqual(counts({}, "use"), { all: 3, news: 2, stories: 2 });
  t.deepEqual(counts({ use: "news" }, "use"), { all: 3, news: 2, stories: 2 });
  t.deepEqual(counts({ use: "news" }, "gender"), { all: 2, female: 1, male: 1 });
  t.deepEqual(counts({ use: "news", gender: "female" }, "age"), { all: 1 }, "without what leaves none");
  t.deepEqual(counts({ accent: "Scottish" }, "accent"), { all: 3, Scottish: 0 });
  const chosen = { use: "stories", gender: "male" };
  t.is(findVoices(voices, { chosen, withBasic: false }).listed.length, 1);
});

test("basic voices are listed where there are no better ones, a quality is chosen, or they are asked for", (t) => {
  const voice = (name: string, language: string, facts: object = {}) => ({
    ...{ name, language, gender: null, accent: null, age: null, use_cases: [], engine: null },
    ...({ quality: "basic", favorite: false } as const),
    ...facts,
  });
  const voices = [
    voice("Harper", "en", { quality: "natural" }),
    voice("English", "en"),
    voice("Welsh", "cy"),
    voice("German", "de", { favorite: true }),
  ];
  const found = (chosen: ChosenFilters, withBasic = false) => {
    const { listed, ...counts } = findVoices(voices, { chosen, withBasic });
    return { names: listed.map(({ name }) => name).join(", "), ...counts };
  };
  t.deepEqual(found({}), { names: "Harper, German", hidden: 2, basic: 0 });
  t.deepEqual(found({}, true), { names: "Harper, English, Welsh, German", hidden: 0, basic: 2 });
  t.deepEqual(found({ language: "cy" }), { names: "Welsh", hidden: 0, basic: 0 });
  t.deepEqual(found({ quality: "basic" }), { names: "English, Welsh, German", hidden: 0, basic: 2 });
  const { all, values, basic } = countChoices(voices, { chosen: {}, withBasic: false }, "language");
  t.deepEqual({ all, ...Object.fromEntries(values) }, { all: 2, en: 1, cy: 1, de: 1 });
  t.deepEqual([...basic], ["cy"], "what the number of all leaves out is said apart");
});

test("lists have the favorites first, then the account's own voices, then the built-in ones by language", (t) => {
  const voice = (name: string, language: string, facts: object = {}) => ({
    ...({ name, language, type: "builtin", quality: "basic", favorite: false } as const),
    ...facts,
  });
  const voices = [
    voice("Mine", "de", { type: "custom", quality: null }),
    voice("Theirs", "en", { type: "custom", quality: null, favorite: true }),
    voice("Harper", "en", { quality: "natural" }),
    voice("Welsh", "cy", { favorite: true }),
    voice("Dora", "es", { quality: "natural" }),
    voice("German", "de"),
    voice("English", "en"),
    voice("Swahili", "sw", { quality: "standard" }),
    voice("Afrikaans", "af"),
  ];
  const groups = groupVoices(voices, new Map([["es", "Castilian"]]));
  const found = groups.map((group) => `${group.name}: ${group.voices.map(({ name }) => name).join(", ")}`);
  t.deepEqual(found, [
    "Favorites: Theirs, Welsh",
    "Your voices: Mine",
    "Castilian: Dora",
    "English: Harper, English",
    "Swahili: Swahili",
    "Afrikaans: Afrikaans",
    "German: German",
  ]);
});

test.serial("previews play one at a time and cost nothing", async (t) => {
  await open("?search=welsh");
  await button("Play Welsh").click();
  await button("Stop Welsh").waitFor();
  await playing.waitFor();
  await button("Play Welsh (female)").click();
  await button("Stop Welsh (female)").waitFor();
  t.is(await button("Stop Welsh").count(), 0);
  await playing.waitFor();
  t.is(await playing.count(), 1);
  await button("Stop Welsh (female)").click();
  await button("Play Welsh (female)").waitFor();
  await button("Play Welsh").click();
  await playing.waitFor();
  // To its end.
  await button("Play Welsh").waitFor();
  t.is(await page.getByRole("alert").count(), 0);
  const usage = "fetch('/v1/usage').then((one) => one.text())";
  t.false(String(await page.evaluate(usage)).includes("Welsh"));
});

test.serial("why a preview cannot be played is said at its voice, and it can be tried again", async (t) => {
  await open("?search=welsh");
  const limited = {
    status: 429,
    headers: { "Retry-After": "5", "Content-Type": "application/json" },
    body: JSON.stringify({ success: false, code: "rate_limited", detail: "Rate limit exceeded. Retry later." }),
  };
  await page.route("**/preview", (route) => route.fulfill(limited));
  await button("Play Welsh").click();
  await card("Welsh").getByText("Rate limit exceeded.").waitFor();
  await card("Welsh").getByText("Retry in").waitFor();
  await page.unroute("**/preview");
  await button("Play Welsh").click();
  await playing.waitFor();
  await card("Welsh").getByText("Rate limit").waitFor({ state: "detached" });
  t.is(await page.getByRole("alert").count(), 0);
});

test.serial("favorites are kept, listed on their own, and taken back", async (t) => {
  await open("?view=favorites");
  await page.getByText("Mark a voice with its heart").waitFor();
  await looksGood(t, page, { shown: "no favorites", widths });
  await page.getByRole("link", { name: "Browse the library" }).click();
  await page.getByLabel("Search").fill("welsh");
  await page.getByText("2 voices").waitFor();
  const heart = button("Favorite Welsh");
  await heart.click();
  await page.locator("[aria-label='Favorite Welsh'][aria-pressed=true]:enabled").waitFor();
  await open();
  await card("Ray").waitFor();
  t.is((await names())[0], "Welsh", "favorites come first");
  await open("?view=favorites");
  await card("Welsh").waitFor();
  t.deepEqual(await names(), ["Welsh"]);
  await heart.click();
  await page.getByText("Mark a voice with its heart").waitFor();
});

test.serial("basic voices are shown by a button, which the address keeps", async (t) => {
  await open();
  await card("Ray").waitFor();
  t.false((await names()).includes("Welsh"));
  await page.getByRole("button", { name: /^Show \d+ basic voices$/ }).click();
  await page.getByText("Page 1 of").waitFor();
  t.regex(page.url(), /\?basic=shown$/);
  await button("Hide the basic voices").click();
  await page.getByText("Page 1 of").waitFor({ state: "detached" });
  await page.getByLabel("Language").selectOption("cy");
  await card("Welsh").getByText("Robotic: a low voice of a man").waitFor();
  await card("Welsh (female)").getByText("Robotic: a higher voice of a woman").waitFor();
});

test.serial("a voice opens by its name, leads to the studio, and its id can be copied", async (t) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("?search=welsh");
  const link = page.getByRole("link", { name: "Use in studio: Welsh", exact: true });
  const target = await link.getAttribute("href");
  t.regex(target ?? "", /^\/account\/studio\?voice=[\da-f-]{36}$/);
  await button("Welsh").click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("heading", { name: "Welsh", exact: true }).waitFor();
  await panel.getByText("eSpeak NG").waitFor();
  await panel.getByRole("button", { name: "Copy ID" }).click();
  await panel.getByText("Copied").waitFor();
  t.is(await page.evaluate("navigator.clipboard.readText()"), target?.split("=")[1]);
  await page.reload();
  await panel.getByRole("heading", { name: "Welsh", exact: true }).waitFor();
  await panel.getByRole("button", { name: "Play Welsh" }).waitFor();
  await panel.getByText("Sample", { exact: true }).waitFor();
  await panel.getByRole("button", { name: "Favorite Welsh" }).click();
  await panel.locator("[aria-label='Favorite Welsh'][aria-pressed=true]:enabled").click();
  await panel.locator("[aria-label='Favorite Welsh'][aria-pressed=false]:enabled").waitFor();
  await panel.getByRole("button", { name: "Next voice" }).click();
  await panel.getByRole("heading", { name: "Welsh (female)", exact: true }).waitFor();
  t.true(await panel.getByRole("button", { name: "Next voice" }).isDisabled());
  await panel.getByRole("button", { name: "Copy ID" }).focus();
  await page.keyboard.press("ArrowLeft");
  await panel.getByRole("heading", { name: "Welsh", exact: true }).waitFor();
  await panel.getByLabel("Sentence").press("ArrowRight");
  t.is(await panel.getByRole("heading", { name: "Welsh", exact: true }).count(), 1, "the keys of a field are its own");
  await panel.getByRole("button", { name: "Close" }).click();
  await panel.waitFor({ state: "detached" });
  t.regex(page.url(), /\?search=welsh$/);
});

test.serial("two voices say the same sentence, at its price", async (t) => {
  await open("?search=welsh");
  await button("Compare Welsh").click();
  const panel = page.getByRole("dialog", { name: "“Welsh” and another voice" });
  await panel.getByLabel("Sentence").fill("Bore da.");
  await panel.getByText("Costs 8 credits").waitFor();
  await panel.getByRole("button", { name: /^Compare with/ }).click();
  await page.getByRole("dialog", { name: "Choose a voice" }).getByLabel("Search").fill("welsh female");
  await page.keyboard.press("Enter");
  await panel.getByText("Costs 16 credits").waitFor();
  const cost = await panel.getByText("Costs 16 credits").textContent();
  const remaining = Number((/of ([\d,]+) remaining/.exec(cost ?? "")?.[1] ?? "").replaceAll(",", ""));
  await looksGood(t, page, { shown: "a voice that is compared", widths });
  await panel.getByRole("button", { name: "Speak" }).click();
  await panel.getByRole("group", { name: "Speech by Welsh", exact: true }).waitFor();
  await panel.getByRole("group", { name: "Speech by Welsh (female)" }).waitFor();
  await panel.getByRole("heading", { name: "Your sentence by Welsh", exact: true }).waitFor();
  await page.setViewportSize({ width: 1440, height: 844 });
  const uses = panel.getByRole("link", { name: /^Use this one: Welsh/ });
  const places = await Promise.all([uses.first().boundingBox(), uses.last().boundingBox()]);
  t.deepEqual([await uses.count(), places[0]?.y], [2, places[1]?.y], "side by side");
  await panel.getByText(new RegExp(`of ${(remaining - 16).toLocaleString("en")} remaining`)).waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
});

test.serial("natural voices stay in the library and the studio while their engine starts or is down", async (t) => {
  t.timeout(120_000);
  const manifest = manifestOf("kokoro", { kind: "synthesis" });
  const instanceId = randomUUID();
  const become = (state: EngineState) => registerEngines(dashboard.resources, instanceId, [{ manifest, state }]);
  await become("unavailable");
  await untilListed("unavailable");
  await open("?search=harper");
  await card("Harper").getByText("Not available now").waitFor();
  await page.getByText("1 voice is not available now.").waitFor();
  await become("starting");
  await card("Harper").getByText("Starting", { exact: true }).waitFor();
  await looksGood(t, page, { shown: "a voice that is starting", widths });
  await page.goto(`${baseUrl}/account/studio`);
  await page.getByText(/28 voices are starting/).waitFor();
  await page.locator(".voice-picker").click();
  await page.locator(".voice-row", { hasText: "Harper" }).getByText("Starting", { exact: true }).waitFor();
  await become("ready");
  await page.getByText(/voices are starting/).waitFor({ state: "detached" });
  t.is(await page.locator(".voice-row", { hasText: "Harper" }).getByText("Starting", { exact: true }).count(), 0);
  await registerEngines(dashboard.resources, instanceId, []);
  await page.keyboard.press("Escape");
});

/** The service knows a change of its engines a few seconds later. */
const untilListed = (state: EngineState) =>
  untilTrue(
    page,
    `fetch("/v1/voices?search=harper").then((one) => one.json()).then(({ data }) => data.items[0].engine_state === "${state}")`,
  );

test.serial("the library is accessible and fits, in light and dark", async (t) => {
  await open("?basic=shown&quality=standard");
  await page.getByLabel("Engine").waitFor();
  await looksGood(t, page, { shown: "the library with all filters", widths });
  await open();
  await page.locator(".voice").first().waitFor();
  await looksGood(t, page, { shown: "the library", widths });
  await open("?search=trumpet+xylophone");
  await page.getByText("No voices match.").waitFor();
  await looksGood(t, page, { shown: "nothing found", widths });
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

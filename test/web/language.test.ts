import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { IntlMessageFormat } from "intl-messageformat";
import type { Page } from "playwright-core";
import { z } from "zod";
import { localReceivers } from "#harness/callback-receiver.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { openAccountMenu, openPage, watch } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/dashboard.ts";

const source = join(import.meta.dirname, "../../web/src");
const catalogue = await readFile(join(source, "messages/hi.json"), "utf8");
const hindi = z.record(z.string(), z.string()).parse(JSON.parse(catalogue));

// The training does not run: a voice waits for it, which is more to read than one that is ready.
const dashboard = await openDashboard({ workers: ["synthesis", "transcription"], env: localReceivers });
const { page, baseUrl } = dashboard;
test.after.always(() => dashboard.close());

type Part = ReturnType<IntlMessageFormat["getAst"]>[number];
const [onlyWords] = new IntlMessageFormat("Words", "en").getAst();

/** The words of a message, and the names of its arguments and tags. */
interface Made {
  readonly words: string;
  readonly names: readonly string[];
}

function partsOf(parts: readonly Part[]): readonly Made[] {
  return parts.flatMap((part): readonly Made[] => {
    if (!("value" in part)) return [];
    if ("children" in part) return [{ words: "", names: [`<${part.value}>`] }, ...partsOf(part.children)];
    const named = { words: "", names: [part.value] };
    if ("options" in part) return [named, ...Object.values(part.options).flatMap(({ value }) => partsOf(value))];
    return part.type === onlyWords?.type ? [{ words: part.value, names: [] }] : [named];
  });
}

/** @throws SyntaxError for what is no ICU message */
function madeOf(message: string, language: string): Made {
  const parts = partsOf(new IntlMessageFormat(message, language).getAst());
  const names = new Set(parts.flatMap((part) => part.names));
  return { words: parts.map(({ words }) => words).join(" "), names: [...names].toSorted() };
}

/** The names in a message as a text, or why it is no message. */
function namesIn(message: string, language: string): string {
  try {
    return madeOf(message, language).names.join(" ");
  } catch (error) {
    return String(error);
  }
}

test("each message can be read, and has the same arguments and tags in Hindi as in English", (t) => {
  const wrong = Object.entries(hindi).filter(([english, translated]) => {
    const names = namesIn(english, "en");
    return names.includes("Error") || names !== namesIn(translated, "hi");
  });
  t.deepEqual(wrong, []);
});

/** Units and names, of which a whole message may consist in Hindi, too. */
const sameInHindi = new Set(["GiB", "ID", "KiB", "MB", "MiB", "MP3", "TiB", "p95"]);

test("each Hindi message has Hindi words, unless it has units or names only", (t) => {
  const untranslated = Object.values(hindi).filter((message) => {
    const { words } = madeOf(message, "hi");
    if (/\p{Script=Devanagari}/u.test(words)) return false;
    return (words.match(/[A-Za-z]\w*/g) ?? []).some((word) => !sameInHindi.has(word));
  });
  t.deepEqual(untranslated, []);
});

/** The messages that `formatBytes` puts together from a unit. */
const madeByCode = /^\{number\} (?:bytes|[KMGT]iB)$/;

test("each message is used by the pages", async (t) => {
  const files = (await readdir(source, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const code = (await Promise.all(files.map((file) => readFile(join(source, file), "utf8")))).join("\n");
  const isUsed = (message: string): boolean =>
    [JSON.stringify(message), `'${message}'`, `\`${message}\``].some((literal) => code.includes(literal));
  const unused = Object.keys(hindi).filter((message) => !isUsed(message) && !madeByCode.test(message));
  t.deepEqual(unused, []);
});

test("each description of a built-in voice has its Hindi", (t) => {
  const descriptions = new Set(builtinVoices.map(({ description }) => description));
  t.deepEqual(
    [...descriptions].filter((description) => !Object.hasOwn(hindi, description)),
    [],
  );
});

/** English words that a Hindi page has side by side. */
const allowed = [
  // The search of voices knows English words only.
  "Hindi female",
  // A line of a text with roles, as a person may write it.
  "ANNA: Come in",
  // A command.
  "npm start",
  // Events, which a row lists.
  ...["voice.ready", "credits.low"],
  // Products and formats, which stand in lists.
  ...["AssemblyAI", "Deepgram", "ElevenLabs", "OpenAI", "Home Assistant", "Ogg", "WebM"],
  // Units.
  ...["kHz", "KiB", "MiB", "GiB", "TiB"],
];

/** A token with a Latin word. Capitals alone are abbreviations, and what begins with a dot is the ending of a file. */
const isWord = (token: string): boolean => /^[^\p{L}.]*[A-Za-z]/u.test(token) && /[a-z]/.test(token);
const hasWords = (text: string): boolean => text.split(/\s+/).filter(isWord).length > 1;

/** True where more than one English word stands between Hindi ones, and it is none of the texts that are known, longest first. */
function hasEnglish(text: string, known: readonly string[]): boolean {
  if (!hasWords(text)) return false;
  const rest = known.reduce((left, one) => left.replaceAll(one, "|"), text);
  const parts = rest.split(/[\p{Script=Devanagari}|·]+/u).map((part) => part.trim());
  return parts.some((part) => hasWords(part) && !known.some((one) => one.includes(part)));
}

test("English within Hindi is found, and names, abbreviations and addresses are not", (t) => {
  const known = ["I met Ada Lovelace", "Ada Lovelace"];
  for (const text of ["No requests yet", "Delete Ada", "“Ada Lovelace” will be deleted", "अनुरोध 3: not found"])
    t.true(hasEnglish(text, known), text);
  for (const text of [
    "Ada Lovelace को हटाएँ",
    "met Ada",
    "History",
    "JSON, MP3 या WAV",
    "API कुंजी",
    ".txt, .md या .docx",
    "https://example.com/hooks से credits.low",
    "Linux पर Chrome",
  ])
    t.false(hasEnglish(text, known), text);
});

/** A script that makes something to see on every page. */
const made = `(async () => {
  const headers = { "Content-Type": "application/json" };
  const post = (path, body) => fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = "The meeting is at nine. Please bring the numbers of last year.";
  const spoken = (await post("/v1/speech/synthesize", { text })).headers.get("X-Request-Id");
  const send = async (path, fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("audio", await (await fetch("/v1/speech/requests/" + spoken + "/audio")).blob());
    return (await fetch(path, { method: "POST", body: form })).headers.get("X-Request-Id");
  };
  const heard = await send("/v1/speech/transcriptions", {});
  await send("/v1/voices", { name: "Office", description: "Read at the desk." });
  await post("/v1/api-keys", { name: "laptop", description: "For the desk" });
  await post("/v1/webhook-endpoints", { url: "http://127.0.0.1:9/speech", events: ["voice.ready", "credits.low"] });
  await post("/v1/key-term-lists", { name: "Harbour", terms: ["Rotterdam"] });
  await post("/v1/pronunciation-dictionaries", { name: "Names", entries: [{ word: "Siobhan", respelling: "Shivawn" }] });
  await post("/v1/feedback", { request_id: spoken, feedback_text: "It is fine." });
  await post("/v1/contact-submissions", { name: "Alan Turing", email: "alan@example.com", company: "Bletchley Park" });
  const book = await post("/v1/documents", { title: "Two days", text: "# The first day\\n\\nIt rained.\\n\\n# The second\\n\\nThe sun came out." });
  const device = await (await post("/v1/device-authorizations", { client_name: "speech on laptop" })).json();
  const me = await (await fetch("/v1/users/me")).json();
  return { spoken, heard, me: me.data.user_id, code: device.data.user_code, book: (await book.json()).data.document_id };
})()`;
const madeIds = z.object({ spoken: z.string(), heard: z.string(), me: z.string(), code: z.string(), book: z.string() });

/** Every page that an admin sees. */
function pathsOf({ spoken, heard, me, code, book }: z.infer<typeof madeIds>): readonly string[] {
  const own = ["studio", "transcribe", "live", "voices", "voices?view=mine", "voices?view=favorites", "documents"];
  const more = ["documents/new", `documents/${book}`, "history", "history?status=failed", "history/batches"];
  const requests = [
    `history/${spoken}`,
    `history/${heard}`,
    "keys",
    "webhooks",
    "usage",
    "billing",
    "own-words",
    "profile",
  ];
  const rest = ["billing?payment=failed", "device", `device?code=${code}`, "nowhere"];
  const billing = ["payments", "credits", "details"].map((view) => `billing?view=${view}`);
  const admin = ["statistics", "tickets", "accounts", `accounts/${me}`, "events", "queues", "models"];
  const names = [...own, ...more, ...requests, ...billing, ...rest, ...admin.map((name) => `admin/${name}`)];
  return ["/", "/account", ...names.map((name) => `/account/${name}`)];
}

/** The attributes that are read out or shown. */
const attributes = ["aria-label", "aria-description", "aria-valuetext", "placeholder", "title", "alt", "data-label"];

/** The language of a page, the name that its operator gave the service, and its texts outside what is marked or code. */
const readShown = `(() => {
  const isShown = (element) =>
    element.closest("[lang]:not(html), code, pre, script, style, noscript") === null &&
    (element.closest("select") ?? element).checkVisibility();
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest("textarea") === null && isShown(parent)) texts.push(node.data.trim());
  }
  for (const name of ${JSON.stringify(attributes)}) {
    for (const element of document.querySelectorAll("[" + name + "]")) {
      if (isShown(element)) texts.push(element.getAttribute(name));
    }
  }
  const service = document.querySelector("meta[name=application-name]").content;
  return { language: document.documentElement.lang, service, texts: [...new Set(texts)] };
})()`;
const shown = z.object({ language: z.string(), service: z.string(), texts: z.array(z.string()) });

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  const parts: readonly unknown[] = Object.values(value);
  return parts.flatMap(textsIn);
}

/** Short texts and single words in small letters may be states, which have names in Hindi. */
const isName = (text: string): boolean => text.length > 3 && !/^[a-z_.-]+$/.test(text);

/** Keeps the answers that a page receives from now on. @returns the names and sentences in all that have come, longest first */
function watchAnswers(of: Page): () => Promise<readonly string[]> {
  const answers: Promise<unknown>[] = [];
  of.on("response", (response) => {
    if (!/^application\/(?:problem\+)?json/.test(response.headers()["content-type"] ?? "")) return;
    // The answer to a page that has been left is gone.
    answers.push(response.json().catch(() => null));
  });
  return async () => {
    const texts = new Set((await Promise.all(answers)).flatMap(textsIn).filter(isName));
    return [...texts, ...allowed].toSorted((one, other) => other.length - one.length);
  };
}

/** The browser of a reader of Hindi who is signed in as the admin. */
async function openHindi(): Promise<Page> {
  const storageState = await page.context().storageState();
  const context = await page.context().browser()?.newContext({ locale: "hi-IN", storageState });
  if (context === undefined) throw new Error("There is no browser.");
  return context.newPage();
}

test.serial("to a reader of Hindi every page is in Hindi", async (t) => {
  t.timeout(4 * 60_000);
  const paths = pathsOf(madeIds.parse(await page.evaluate(made)));
  const reader = await openHindi();
  const misdeeds = watch(reader, baseUrl, { expected: /\/account\/nowhere$/ });
  const knownSoFar = watchAnswers(reader);
  const english: Record<string, readonly string[]> = {};
  for (const path of paths) {
    await openPage(reader, `${baseUrl}${path}`);
    const { language, service, texts } = shown.parse(await reader.evaluate(readShown));
    const known = [...(await knownSoFar()), service];
    const wrong = language === "hi" && texts.length > 10 ? [] : [`${texts.length} texts in "${language}"`];
    const found = [...wrong, ...texts.filter((text) => hasEnglish(text, known))];
    if (found.length > 0) english[path] = found;
  }
  t.deepEqual(english, {});
  await openPage(reader, `${baseUrl}/account/voices`);
  const described = await reader.locator(".voice-description").allTextContents();
  t.true(described.length > 0 && described.every((text) => /\p{Script=Devanagari}/u.test(text)), described.join("\n"));
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
  await reader.context().close();
});

test.serial("English is chosen in the menu of the account and kept, until Hindi is chosen again", async (t) => {
  const reader = await openHindi();
  const title = (name: string) => reader.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const isChosen = async (language: string) =>
    (await reader.locator(`button[lang=${language}]`).getAttribute("aria-pressed")) === "true";
  await openPage(reader, `${baseUrl}/account/billing`);
  await title(hindi["Plan and billing"] ?? "");
  await reader.getByRole("button", { name: hindi["Signed in as"] ?? "" }).click();
  t.deepEqual([await isChosen("hi"), await isChosen("en")], [true, false]);
  await reader.getByRole("button", { name: "English", exact: true }).click();
  await title("Plan and billing");
  await reader.reload();
  await title("Plan and billing");
  await openAccountMenu(reader);
  t.deepEqual([await isChosen("hi"), await isChosen("en")], [false, true]);
  await openPage(reader, `${baseUrl}/`);
  t.is(await reader.locator("html").getAttribute("lang"), "en", "on other pages, too");
  await reader.locator("button[lang=hi]").click();
  await reader.locator("html[lang=hi] h1").waitFor();
  await openPage(reader, `${baseUrl}/account/billing`);
  await title(hindi["Plan and billing"] ?? "");
  await reader.context().close();
});

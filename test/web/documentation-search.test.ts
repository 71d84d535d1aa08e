import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { readCallSections } from "#web-docs/calls.ts";
import { keywords } from "#web-docs/keywords.ts";
import { addressOf, readPages } from "#web-docs/pages.ts";
import { sectionsIn } from "#web-docs/sections.ts";
import { type ExcerptPart, excerptOf } from "#web-docs/src/browser/excerpt.ts";
import { searchOver } from "#web-docs/src/browser/find-sections.ts";

const pages = await readPages();
const texts = new Map(pages.map(({ path, body }) => [path, body]));
texts.set("README.md", await readFile(join(import.meta.dirname, "../../README.md"), "utf8"));
const sections = sectionsIn(pages);
const calls = await readCallSections();
const search = searchOver([...sections, ...calls]);
const titles = new Map(pages.map(({ id, title }) => [title, id]));
/** The answers to a question, the best first: ids of pages, and for the reference its best call. */
const idsFor = (question: string) =>
  search(question).map(({ page, sections: [best] }) => best?.call ?? titles.get(page) ?? page);

/** Questions of people, each with the page that answers it. */
const questions = {
  "delete my account": "your-account",
  "401 unauthorized": "errors",
  "how many requests per minute": "limits",
  "max file size": "limits",
  "change speed": "voices",
  "reset api key": "your-account",
  refund: "billing",
  "speaker diarization": "speakers",
  "pronounce a word": "pronunciation",
  invoice: "billing",
  "how do I create an API key": "quickstart",
  "transcribe a file with curl": "transcription",
  "recording of one hour": "long-recordings",
  "stream audio while it is spoken": "streaming",
  "srt subtitles": "subtitles",
  "choose a female voice": "voices",
  "clone my voice": "custom-voices",
  "supported languages": "languages",
  "ssml pause": "spoken-text",
  insufficient_credits: "errors",
  "too many requests": "limits",
  webhook: "callbacks",
  "live captions from the microphone": "live",
  "openai base url": "openai",
  "install with docker": "install",
  "helm chart for kubernetes": "kubernetes",
  "command line": "typescript-sdk",
  "remove phone numbers": "clean-text",
  "charged twice after a retry": "idempotency",
  "cancel subscription": "billing",
  "transcribe thousands of files": "batches",
  "make an audiobook": "documents",
  "import an epub or docx": "documents",
  "sentiment analysis": "not-supported",
  "voice agent": "not-supported",
  ...{ "change port": "settings", SPEECH_MODELS: "settings", PORT: "settings", "add a second machine": "scale" },
  ...{ "add more workers": "scale", "can I run it on windows": "install", license: "install", licence: "install" },
  ...{ "invoice for my customer": "billing" },
  "move from deepgram": "deepgram",
  ...{ synthesize: "text-to-speech", transcribe: "transcription", "text to speech": "text-to-speech" },
  ...{ tts: "text-to-speech", "speech to text": "transcription", stt: "transcription" },
  ...{ golang: "quickstart", "go sdk": "quickstart", "test without spending credits": "quickstart" },
  ...{ "npm install": "typescript-sdk", "pip install": "python-sdk", "text to speech python": "python-sdk" },
  ...{ "api key": "quickstart", "create api key": "quickstart", authenticate: "api", "bearer token": "api" },
  ...{ timestamps: "subtitles", "word times": "subtitles", srt: "subtitles", "closed captions": "subtitles" },
  ...{ price: "billing", pricing: "billing", "cost per minute": "billing", "how much does it cost": "billing" },
  ...{ "usage report": "billing", "buy more credits": "billing", "cancel my plan": "billing", "402": "billing" },
  ...{ concurrency: "limits", "rate limit": "limits", "429": "limits", "parallel requests": "limits" },
  ...{ timeout: "long-recordings", polling: "long-recordings", latency: "streaming", "streaming tts": "streaming" },
  ...{ privacy: "your-account", gdpr: "your-account", "sign up": "your-account", signup: "your-account" },
  ...{ login: "your-account", "rotate api key": "your-account", "forgot password": "your-account" },
  ...{ hindi: "languages", french: "languages", languages: "languages", "language detection": "languages" },
  ...{ "real time": "live", realtime: "live", "streaming transcription": "live", websocket: "live" },
  ...{ voice_id: "voices", "list voices": "voices", mp3: "voices", "sample rate": "voices", "speaking rate": "voices" },
  ...{ "create voice clone": "custom-voices", "voice cloning": "custom-voices", ssml: "spoken-text" },
  ...{ "webhook signature": "callbacks", webhooks: "callbacks", "callback url": "callbacks" },
  ...{ diarization: "speakers", "who said what": "speakers", "speaker labels": "speakers", stereo: "channels" },
  ...{ "custom vocabulary": "own-words", keyterms: "own-words", "audio from s3": "addresses", redact: "clean-text" },
  ...{
    docker: "install",
    "self host": "install",
    "on premise": "install",
    kubernetes: "kubernetes",
    k8s: "kubernetes",
  },
  ...{ gpu: "remote-engines", "environment variables": "settings", prometheus: "operations", audiobook: "documents" },
  ...{ pagination: "api", cors: "api", "error codes": "errors", "422": "errors", "403": "errors" },
  ...{ "supported file formats": "api", emotion: "not-supported", twilio: "not-supported" },
  ...{ "word timestamps": "subtitles", "how much does transcription cost": "billing" },
  ...{ "cancel a running request": "long-recordings", "emphasis whisper emotion": "not-supported" },
} as const;

/** Questions with typing errors, each with the same page. */
const misspelt = {
  ...{
    speach: "text-to-speech",
    transciption: "transcription",
    transcripe: "transcription",
    "webook signature": "callbacks",
    subtitels: "subtitles",
  },
  ...{ diarizaton: "speakers", langauges: "languages", authentification: "api", kuberentes: "kubernetes" },
  ...{ "cancel subscripton": "billing", "prnounce a word": "pronunciation", "clone vioce": "custom-voices" },
} as const;

/** Questions that a section answers, each with its address below /docs. */
const sectionQuestions = {
  "which model is most accurate": "languages#choice-of-the-engine",
  "temporary token for browser": "live#browsers",
  "callback when finished": "callbacks#callback-url-of-one-request",
  "remove swear words": "clean-text#profanity-filter",
  "interrupt the speech barge in": "streaming#stop-a-stream",
  "test without spending credits": "quickstart#try-it-without-credits",
  punctuation: "transcription#response",
  ...{ SPEECH_MODELS: "settings#SPEECH_MODELS", "can I run it on windows": "install#requirements" },
  ...{ "add more workers": "scale#add-a-worker", "add a second machine": "scale#add-a-second-machine" },
  golang: "quickstart#other-programming-languages",
} as const;

/** Questions that name a call of the reference, each with the call that is shown first. */
const callQuestions = {
  "DELETE /v1/voices": "DELETE /v1/voices/{voice_id}",
  "DELETE /v1/voices/{id}": "DELETE /v1/voices/{voice_id}",
  "delete voice": "DELETE /v1/voices/{voice_id}",
  "/v1/speech/synthesize": "POST /v1/speech/synthesize",
  "speech/transcriptions": "POST /v1/speech/transcriptions",
  "https://speech.example.com/v1/usage?from=2026-11-01": "GET /v1/usage",
  "GET /v1/speech/requests/3f0c7a52": "GET /v1/speech/requests/{request_id}",
  "post /v1/api-keys": "POST /v1/api-keys",
  "Cancel a batch": "POST /v1/speech/batches/{batch_id}/cancel",
} as const;

for (const [question, id] of Object.entries({ ...questions, ...misspelt, ...callQuestions })) {
  test(`"${question}" finds ${id} first`, (t) => {
    const found = idsFor(question);
    t.is(found[0], id, found.join(", "));
  });
}

for (const [question, address] of Object.entries(sectionQuestions)) {
  test(`"${question}" finds the section ${address} first`, (t) => {
    const [found] = search(question);
    t.is(found?.sections[0]?.url, `/docs/${address}`, idsFor(question).join(", "));
  });
}

test("calls of the reference are found by summary and by parameter, among the first pages", (t) => {
  const callsFor = (question: string) =>
    search(question, 4).flatMap(({ sections: shown }) => shown.flatMap(({ call }) => call ?? []));
  t.true(callsFor("list voices").includes("GET /v1/voices"), callsFor("list voices").join(", "));
  t.true(callsFor("voice_id").some((call) => call.includes("{voice_id}")));
  t.true(callsFor("monthly_credit_limit").includes("POST /v1/api-keys"));
});

test("a part of a page that only lists links is not found", (t) => {
  t.false(sections.some(({ heading }) => heading === "Next"));
});

test("a question of which the pages have less than half the words has no good match", (t) => {
  t.deepEqual(search("weather tomorrow in paris"), []);
  t.deepEqual(search("who won the football match yesterday"), []);
  t.false(idsFor("invoice for my customer").includes("custom-voices"));
});

test("own calls come before those of vendors, and calls with the same summary are one", (t) => {
  const [reference] = search("list voices").filter(({ page }) => page === "API reference");
  const shown = reference?.sections ?? [];
  t.is(shown[0]?.call, "GET /v1/voices");
  t.is(new Set(shown.map(({ heading }) => heading)).size, shown.length);
});

test("every keyword belongs to a page or a section that there is", (t) => {
  const known = new Set(sections.map(({ url }) => url));
  const isKnown = (address: string) => known.has(`/docs/${address}`);
  t.deepEqual(
    Object.keys(keywords).filter((address) => !isKnown(address)),
    [],
  );
});

test("pages about the project come behind those for people", (t) => {
  const internal = /^(decisions|changelog|faults|contributing|architecture|internals|jobs|measured)\b/;
  for (const question of Object.keys(questions)) {
    const found = idsFor(question);
    const first = found.findIndex((id) => internal.test(id ?? ""));
    const others = first === -1 ? [] : found.slice(first).filter((id) => !internal.test(id ?? ""));
    t.deepEqual(others, [], `${question}: ${found.join(", ")}`);
  }
});

const textOf = (parts: readonly ExcerptPart[]) => parts.map(({ text }) => text).join("");

test("an excerpt is a sentence of the text, and neither the title nor the heading", (t) => {
  for (const question of Object.keys(questions)) {
    for (const { page, sections: shown } of search(question)) {
      for (const { heading, excerpt } of shown)
        t.false(excerpt.length > 0 && [page, heading].includes(textOf(excerpt)), `${question}: ${textOf(excerpt)}`);
    }
  }
});

test("an excerpt is the sentence that has the words of the question, with these marked", (t) => {
  const excerptFor = (question: string) => search(question)[0]?.sections[0]?.excerpt ?? [];
  const marked = (question: string) => excerptFor(question).flatMap(({ text, isMatch }) => (isMatch ? text : []));
  t.is(
    textOf(excerptFor("how much does transcription cost")),
    "Transcription · 1 ASR credit for each second of decoded audio, rounded up for each recording",
  );
  t.deepEqual(marked("emphasis whisper emotion"), ["Emotions", "emphasis"]);
  t.true(marked("cancel a running request").includes("cancels"));
  // A sentence that is too long begins before its first word of the question.
  const long = excerptOf(`${"one ".repeat(60)}pause ${"two ".repeat(60)}`, new Set(["paus"]));
  t.regex(textOf(long), /^… (?:one )+pause (?:two )+…$/);
  const [match] = excerptOf("Nothing of it.\nPauses.", new Set(["paus"]));
  t.deepEqual(match, { text: "Pauses", isMatch: true });
});

test("a word is found while it is being typed, and nonsense is not", (t) => {
  t.is(idsFor("idempot")[0], "idempotency");
  t.is(idsFor("transcribing batches")[0], "batches");
  t.notThrows(() => search("constructor of a client"));
  t.deepEqual(search("qqqqxyz"), []);
  t.deepEqual(search(" "), []);
});

test("every section has an address of its own on its page", (t) => {
  const urls = sections.map(({ url }) => url);
  t.is(new Set(urls).size, urls.length);
  for (const { id } of pages) t.true(urls.includes(addressOf(id)), id);
});

/** Words of a paragraph or an item of a list at most; more are parted, or become a list or a table. */
const longestParagraph = 80;

/** The paragraphs and items of Markdown, without samples, headings and tables. */
const paragraphsOf = (markdown: string): readonly string[] =>
  markdown
    .replaceAll(/<!--[^]*?-->|^ *```[^]*?^ *```$/gm, "")
    .split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) |#| *\|)/)
    .map((text) => text.trim())
    .filter((text) => !/^[#|]/.test(text));

test("no page calls a custom voice a clone", (t) => {
  // Denials may: a custom voice is similar to its sample, and no clone.
  const named = [...texts].flatMap(([path, body]) =>
    [...body.matchAll(/\bclone (?:a|my|your) voice\b/gi)].map(([words]) => `${path}: ${words}`),
  );
  t.deepEqual(named, []);
});

test("the text of a link is a title, not the name of a file", (t) => {
  const named = [...texts].flatMap(([path, body]) =>
    [...body.matchAll(/\[`?[\w./-]+\.md`?\]\(/g)].map(([link]) => `${path}: ${link}`),
  );
  t.deepEqual(named, []);
});

test(`no paragraph of a guide has more than ${longestParagraph} words`, (t) => {
  // The list of changes is a record, and so are the decisions.
  const guides = [...texts].filter(([path]) => !/^docs\/decisions\/|^CHANGELOG\.md$/.test(path));
  const long = guides.flatMap(([path, text]) =>
    paragraphsOf(text)
      .filter((paragraph) => paragraph.split(/\s+/).length > longestParagraph)
      .map((paragraph) => `${path}: ${paragraph.slice(0, 60)} …`),
  );
  t.true(paragraphsOf("One\ntwo.\n\n- A\n- B").length === 3 && guides.length > 40);
  t.deepEqual(long, []);
});

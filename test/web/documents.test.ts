import { stat } from "node:fs/promises";
import test from "ava";
import { strToU8, zipSync } from "fflate";
import { fits, looksGood, wordsAreWhole } from "#test/support/appearance.ts";
import { untilTrue } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { playToEnd } from "#test/support/playback.ts";

/** A refused form, and Chromium's own page about what is not well-formed, whose style the policy refuses. */
const expected = /\/v1\/documents$|\/assets\/xml-/;
const dashboard = await openDashboard({ workers: ["synthesis"], expected });
const { baseUrl, page, resources } = dashboard;
test.after.always(() => dashboard.close());

const widths = [390, 1440];
const documents = `${baseUrl}/account/documents`;
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const shows = (text: string | RegExp) => page.getByText(text).first().waitFor();
const paragraph = (number: number) => page.getByRole("listitem", { name: `Paragraph ${number}`, exact: true });
/** Presses a button in the menu of a paragraph. */
const act = async (number: number, name: string): Promise<void> => {
  await button(`More for paragraph ${number}`).click();
  await paragraph(number).getByRole("button", { name, exact: true }).click();
};
const chargedRequests = async (): Promise<number> =>
  (await resources.db.selectFrom("speech_requests").select("id").execute()).length;

const text = "# The wind\n\nThe wind blew.\n\nIt was cold.\n\n# The sun\n\nThe sun came out.";

test.serial("a pasted text becomes a document, whose cost is said before it is spoken and after", async (t) => {
  await page.goto(documents);
  await shows("A document is a long text in chapters");
  await looksGood(t, page, { shown: "no documents", widths });
  await page.getByRole("link", { name: "Create your first document" }).click();
  await button("Create document").click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await page.getByLabel("Title").fill("Fables");
  t.is(await page.locator("[aria-invalid=true]").count(), 0);
  await page.getByLabel("Author").fill("Aesop");
  await page.getByLabel("Text", { exact: true }).fill(text);
  await shows(/Speaking all of it costs about 70 credits of/);
  await looksGood(t, page, { shown: "a new document", widths });
  await button("Create document").click();
  await shows("0 of 5 paragraphs spoken");
  // The marks of headings and the line breaks are not spoken.
  await shows(/What is left costs 58 credits of/);
  await button("Speak all").click();
  await shows(/5 of 5 paragraphs spoken/);
  await shows("In all it has cost 58 credits.");
  await shows(/^Voice: (?!Default).+, 1\.00×$/);
  t.is(await chargedRequests(), 5);
  await looksGood(t, page, { shown: "a spoken document", widths });
  await wordsAreWhole(t, page, { shown: "a spoken document", width: 390 });
});

test.serial("a chapter is heard in one player at the bottom, and the texts stay where they are", async (t) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const player = page.getByRole("region", { name: "Player" });
  const height = (): Promise<unknown> => page.evaluate("document.documentElement.scrollHeight");
  const before = await height();
  await button("Play chapter").click();
  for (const number of [1, 2]) {
    await player.getByText(`The wind · paragraph ${number} of 3`).waitFor();
    await page.locator(`.paragraph[data-heard=true]:nth-child(${number})`).waitFor();
    t.is(await height(), before);
    t.true((await playToEnd(player)) > 0.2);
  }
  await player.getByText("The wind · paragraph 3 of 3").waitFor();
  t.true(await player.getByRole("button", { name: "Next paragraph" }).isDisabled());
  await button("Play paragraph 1").click();
  await player.getByRole("button", { name: "Next paragraph" }).click();
  await player.getByText("The wind · paragraph 2 of 3").waitFor();
  await paragraph(2).getByText("The wind blew.").waitFor();
  await looksGood(t, page, { shown: "the player of a chapter", widths });
  t.is(await page.locator("audio").count(), 1);
  await player.getByRole("button", { name: "Close the player" }).click();
  t.is(await page.locator("audio").count(), 0);
});

test.serial("a paragraph of a line is low, and its menu leads to the text, which a click opens, too", async (t) => {
  await page.setViewportSize({ width: 1440, height: 844 });
  const { height } = (await paragraph(2).boundingBox()) ?? { height: 0 };
  t.true(height > 50 && height <= 80, `${height} px`);
  const menu = button("More for paragraph 2");
  await menu.press("Enter");
  const edit = paragraph(2).getByRole("button", { name: "Edit", exact: true });
  await edit.waitFor();
  await looksGood(t, page, { shown: "the menu of a paragraph", widths });
  await page.keyboard.press("Escape");
  await edit.waitFor({ state: "hidden" });
  await untilTrue(page, `document.activeElement.getAttribute("aria-label") === "More for paragraph 2"`);
  const field = paragraph(2).getByLabel("Text", { exact: true });
  for (const opens of [() => act(2, "Edit"), () => paragraph(2).getByText("The wind blew.").click()]) {
    await opens();
    await field.waitFor();
    await untilTrue(page, `document.activeElement.tagName === "TEXTAREA"`);
    await button("Cancel").click();
  }
  await act(2, "Delete");
  await button("Keep it").click();
  await untilTrue(page, `document.activeElement.getAttribute("aria-label") === "More for paragraph 2"`);
});

test.serial("a paragraph that is changed is spoken and charged again alone", async (t) => {
  await act(2, "Edit");
  await looksGood(t, page, { shown: "a paragraph that is edited", widths });
  await paragraph(2).getByLabel("Text", { exact: true }).fill("The wind blew hard.");
  await button("Save").click();
  await paragraph(2).getByText("Not spoken").waitFor();
  await shows(/What is left costs 19 credits of/);
  await button("Speak: paragraph 2, for 19 credits").click();
  await shows(/5 of 5 paragraphs spoken/);
  t.is(await chargedRequests(), 6);
  await shows("In all it has cost 77 credits.");
  await act(3, "Move up");
  await paragraph(2).getByText("It was cold.").waitFor();
  await act(1, "Add below");
  await paragraph(1).getByLabel("New paragraphs").fill("ANNA: Come in.");
  await button("Add").click();
  await shows(/5 of 6 paragraphs spoken/);
  await paragraph(3).getByText("Spoken").waitFor();
  await act(1, "Add below");
  await paragraph(1).getByLabel("New paragraphs").fill("Not this one.");
  await button("Add").click();
  await shows(/5 of 7 paragraphs spoken/);
  await act(2, "Delete");
  await shows(/5 of 6 paragraphs spoken/);
  t.is(await page.getByText("Not this one.").count(), 0);
  await button("Undo").click();
  await paragraph(2).getByText("Not this one.").waitFor();
  await act(2, "Delete");
  await shows(/5 of 6 paragraphs spoken/);
});

test.serial("an empty line splits a paragraph, and a word is replaced in all of them and comes back", async (t) => {
  await act(1, "Add below");
  await paragraph(1).getByLabel("New paragraphs").fill("One part. Another part.");
  await button("Add").click();
  await paragraph(2).getByText("One part. Another part.").waitFor();
  await act(2, "Edit");
  const field = paragraph(2).getByLabel("Text", { exact: true });
  await field.press("Home");
  for (let letter = 0; letter < "One part.".length; letter++) await field.press("ArrowRight");
  await button("Split at the cursor").click();
  t.is(await field.inputValue(), "One part.\n\nAnother part.");
  await button("Save").click();
  await paragraph(3).getByText("Another part.").waitFor();
  await act(3, "Edit");
  await button("Join with the one before").click();
  await paragraph(2).getByText("One part. Another part.").waitFor();
  await act(2, "Edit");
  await field.fill("One part.\n\nAnother part.");
  await button("Save").click();
  await paragraph(3).getByText("Another part.").waitFor();
  await button("Find and replace").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Find", { exact: true }).fill("PART");
  await dialog.getByText("2 matches in 2 paragraphs").waitFor();
  await dialog.getByLabel("Replace with").fill("half");
  await looksGood(t, page, { shown: "find and replace in a document", widths });
  await dialog.getByRole("button", { name: "Replace all" }).click();
  // The dialog hides the roles of what is behind it.
  await shows("Another half.");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await shows("Another part.");
  await dialog.getByRole("button", { name: "Close" }).click();
  for (const gone of ["One part.", "Another part."]) {
    const count = await page.locator(".paragraph").count();
    await paragraph(2).getByText(gone).waitFor();
    await act(2, "Delete");
    await untilTrue(page, `document.querySelectorAll(".paragraph").length === ${count - 1}`);
  }
  await shows(/5 of 6 paragraphs spoken/);
});

test.serial("speakers found in the text have voices of their own", async (t) => {
  await shows("Read aloud with the text: ANNA.");
  await button("Voice and settings").click();
  await shows("Found: ANNA");
  await button("Add a speaker").click();
  await button("Save").click();
  await shows("Choose a voice for each speaker.");
  await looksGood(t, page, { shown: "the settings of a document", widths });
  await button("Remove speaker 1").click();
  await page.getByRole("button", { name: /^Voice of ANNA/ }).click();
  await page.locator(".voice-choice").first().click();
  await page.getByRole("button", { name: /^Voice of speaker 1/ }).waitFor();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    // A click that another element covers would time out.
    for (const own of [/^Play /, "Remove speaker 1"])
      await page.getByRole("listitem").getByRole("button", { name: own }).click({ trial: true });
    await fits(t, page, { shown: "a speaker with a voice", width });
  }
  await button("Save").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await paragraph(2)
    .getByText(/^ANNA · ./)
    .waitFor();
  await paragraph(2).getByText("Come in.", { exact: true }).waitFor();
  // The name is not spoken, so it costs nothing.
  await shows(/What is left costs 8 credits of/);
  await button("Speak what is left").click();
  await shows(/6 of 6 paragraphs spoken/);
  t.is(await page.getByText("Read aloud with the text").count(), 0);
});

test.serial("a chapter becomes a file that is played and downloaded", async (t) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "Export" }).click();
  await untilTrue(page, `document.getElementById("files").getBoundingClientRect().top < innerHeight`);
  await page.getByLabel("Part").selectOption({ label: "The sun" });
  await page.getByLabel("Format").selectOption("mp3");
  await button("Create file").click();
  const link = page.getByRole("link", { name: "Download The sun as MP3" });
  await link.waitFor();
  t.is(await page.getByText(/^Out of date/).count(), 0);
  await looksGood(t, page, { shown: "a document with a file", widths });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const player = page.getByRole("group", { name: "The sun as MP3" });
  await player.getByRole("button", { name: "Play" }).click();
  t.true((await playToEnd(player)) > 0.2);
  t.is(download.suggestedFilename(), "Fables 2.mp3");
  t.true((await stat(await download.path())).size > 1_000);
});

test.serial("chapters are added, renamed and deleted", async (t) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await button("Add chapter").click();
  await page.getByRole("dialog").getByLabel("Title").fill("The moon");
  await page.getByRole("dialog").getByRole("button", { name: "Add chapter" }).click();
  await shows("Out of date: the document has changed since.");
  await page.getByRole("link", { name: /^The moon/ }).click();
  await button("Rename The moon").click();
  await page.getByRole("dialog").getByLabel("Title").fill("Night");
  await button("Save").click();
  await page.getByRole("heading", { name: "Night" }).waitFor();
  await button("Delete Night").click();
  await button("Delete chapter").click();
  await page.getByRole("heading", { name: "The sun" }).waitFor();
  t.is(await page.getByRole("navigation", { name: "Chapters" }).getByRole("link").count(), 2);
});

const zipped = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)]))));

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>';
const book = {
  mimetype: "application/epub+zip",
  "META-INF/container.xml": container,
  "OEBPS/book.opf": `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <metadata><dc:title>Chwedlau</dc:title><dc:creator>Aesop</dc:creator></metadata>
    <manifest>
      <item id="nav" href="nav.xhtml" properties="nav"/><item id="a" href="text/one%20.xhtml"/><item id="b" href="text/two.xhtml"/>
    </manifest>
    <spine><itemref idref="nav"/><itemref idref="a"/><itemref idref="b"/></spine></package>`,
  "OEBPS/nav.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
    <nav epub:type="toc"><ol><li><a href="text/one%20.xhtml">Un</a></li><li><a href="text/two.xhtml#b1">Dau</a></li>
    <li><a href="text/two.xhtml#b2">Tri</a></li></ol></nav></body></html>`,
  "OEBPS/text/one .xhtml": `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script>globalThis.pwned = 1</script></head>
    <body style="color: red"><h1>Un</h1><p onclick="globalThis.pwned = 1">Bore&nbsp;da,<br/>pawb<sup><a href="#n">1</a></sup>.</p>
    <p># Nid pennawd</p></body></html>`,
  "OEBPS/text/two.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><body><h2 id="b1">Pennod 2</h2><h2>Dau</h2><p>Nos da.</p>
    <div id="b2"><p>Hwyl <i>fawr</i>.</p></div></body></html>`,
} as const;

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const letter = {
  "docProps/core.xml": `<p xmlns:dc="d"><dc:title>Letters</dc:title><dc:creator>Ann</dc:creator></p>`,
  "word/styles.xml": `<w:styles xmlns:w="${word}"><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
    <w:style w:styleId="Mine"><w:basedOn w:val="berschrift1"/></w:style></w:styles>`,
  "word/document.xml": `<w:document xmlns:w="${word}"><w:body>
    <w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>May</w:t></w:r></w:p>
    <w:p><w:r><w:t>Dear </w:t></w:r><w:del><w:r><w:delText>old </w:delText></w:r></w:del><w:r><w:t>Tom,</w:t><w:br/><w:t>come.</w:t></w:r></w:p>
    <w:tbl><w:tr><w:tc><w:p><w:r><w:t>A cell.</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
    <w:p><w:pPr><w:pStyle w:val="Mine"/></w:pPr><w:r><w:t>June</w:t></w:r></w:p><w:p/></w:body></w:document>`,
} as const;

/** Chooses a file on the page of a new document. */
const choose = (name: string, buffer: Buffer): Promise<void> =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
const field = page.getByLabel("Text", { exact: true });

test.serial("files of Word, EPUB, Markdown and plain text fill in the text, its title and its author", async (t) => {
  await page.goto(`${documents}/new`);
  await choose("letters.docx", zipped(letter));
  await shows("letters.docx was read, with 2 headings.");
  t.is(await field.inputValue(), "# May\n\nDear Tom, come.\n\nA cell.\n\n# June");
  t.is(await page.getByLabel("Author").inputValue(), "Ann");
  await choose("my-notes.txt", Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]));
  await shows("my-notes.txt was read.");
  t.is(await field.inputValue(), "Grüße");
  t.is(await page.getByLabel("Title").inputValue(), "my notes");
  await choose("chwedlau.epub", zipped(book));
  await shows("chwedlau.epub was read, with 3 headings.");
  const read = "# Un\n\nBore da, pawb.\n\nNid pennawd\n\n# Pennod 2. Dau\n\nNos da.\n\n# Tri\n\nHwyl fawr.";
  t.is(await field.inputValue(), read);
  t.is(await page.getByLabel("Title").inputValue(), "Chwedlau");
  await untilTrue(page, "globalThis.pwned === undefined");
});

test.serial("a file that cannot be read is refused in a sentence, and leaves the text as it was", async (t) => {
  const kept = await field.inputValue();
  const { "OEBPS/book.opf": opf, ...pages } = book;
  const encryption = '<encryption><CipherReference URI="OEBPS/text/two.xhtml"/></encryption>';
  const bad: readonly (readonly [name: string, content: Buffer, sentence: string])[] = [
    ["book.epub", Buffer.from("hello"), "The file is damaged, or not what its name says."],
    ["book.epub", zipped({ mimetype: "" }), "The file is not an EPUB: it has no container."],
    ["book.epub", zipped(pages), "its list of contents is missing."],
    [
      "book.epub",
      zipped({ ...book, "OEBPS/book.opf": opf.replace(/<spine>.*<\/spine>/, "") }),
      "no order of its pages.",
    ],
    ["book.epub", zipped({ ...book, "META-INF/encryption.xml": encryption }), "protected against copying"],
    ["a.docx", zipped({ "word/document.xml": "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>" }), "defines XML entities"],
    ["a.docx", zipped({ "word/document.xml": "<a><b></a>" }), "not well-formed XML."],
    ["a.docx", zipped({ "word/document.xml": `<a xmlns="${word}"/>` }), "The file has no text."],
    ["a.docx", Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), "The file has a password, or is of an old Word."],
    ["a.pdf", Buffer.from("%PDF"), "Files of this kind are not read."],
    ["a.txt", Buffer.from([1, 0, 2]), "The file is not a text."],
  ];
  for (const [name, content, sentence] of bad) {
    await choose(name, content);
    await page.getByRole("alert").getByText(sentence).waitFor();
    t.is(await field.inputValue(), kept, sentence);
  }
  await looksGood(t, page, { shown: "a file that is refused", widths });
});

test.serial("the words of a document in another language are marked while they are heard", async (t) => {
  await page.getByLabel("Language").selectOption({ label: "Welsh" });
  await button("Create document").click();
  await button("Speak all").click();
  await shows(/7 of 7 paragraphs spoken/);
  await button("Play paragraph 2").click();
  await paragraph(2).locator(".word[aria-current=true]").waitFor();
  t.is(await paragraph(2).locator(".written").innerText(), "Bore da, pawb.");
  t.true((await playToEnd(page.getByRole("region", { name: "Player" }))) > 0.2);
});

test.serial("documents are listed with their state, and deleted after asking", async (t) => {
  await page.getByRole("link", { name: "All documents" }).click();
  await page.getByRole("row").filter({ hasText: "Chwedlau" }).getByText("Spoken").waitFor();
  await page.getByRole("row").filter({ hasText: "Aesop" }).last().getByText("0 credits").waitFor();
  await looksGood(t, page, { shown: "the list of documents", widths });
  await button("Delete Chwedlau").click();
  await button("Delete document").click();
  await page.getByText("1 document", { exact: true }).waitFor();
  t.deepEqual(dashboard.misdeeds, { errors: [], foreign: [] });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Config } from "#src/config.ts";

/** The operator's name and colour. */
export type Look = Pick<Config["site"], "name" | "accent">;

/** The font of the pages of the service, within the style: the sandbox has no files to serve. */
const font = readFileSync(
  fileURLToPath(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
).toString("base64");

const pair = ([light, dark]: Look["accent"]["colour"]): string => `light-dark(${light}, ${dark})`;

const cssOf = ({ accent }: Look): string => `
@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) format("woff2"); }
:root { color-scheme: light dark; font: 1rem/1.5 "Inter Variable", system-ui, sans-serif; --line: light-dark(#c9c9d6, #3a3d4b); --accent: ${pair(accent.colour)}; --accent-ink: ${pair(accent.ink)}; --ink: light-dark(#15151f, #eeeef4); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; padding: clamp(1rem, 8vh, 5rem) 1rem; display: grid; justify-content: center; align-content: start; background: light-dark(#fafafc, #0c0d12); color: var(--ink); }
main { width: min(26rem, calc(100vw - 2rem)); padding: clamp(1.25rem, 5vw, 2rem); border: 1px solid light-dark(#e5e5ed, #292b37); border-radius: .75rem; background: light-dark(#fff, #15161d); box-shadow: 0 1px 2px rgb(20 20 40 / 6%); }
h1 { margin: 0 0 1.25rem; font-size: 1.5rem; line-height: 1.2; letter-spacing: -.02em; }
.brand { display: flex; gap: .6rem; align-items: center; margin: 0 0 1.5rem; font-weight: 650; }
.brand img { width: 1.75rem; height: 1.75rem; object-fit: contain; }
h2 { margin: 2rem 0 0; padding-top: 1.5rem; border-top: 1px solid light-dark(#e5e5ed, #292b37); font-size: 1.1rem; }
label { display: block; margin-top: 1rem; font-size: .9rem; font-weight: 600; }
input { width: 100%; margin-top: .25rem; padding: .55rem .75rem; border: 1px solid light-dark(#8c8da1, #6d7088); border-radius: .5rem; background: transparent; color: inherit; font: inherit; }
button { width: 100%; margin-top: 1.5rem; padding: .65rem 1.2rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--accent-ink); }
:is(button, input, a, summary):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button + small { margin-top: .5rem; }
h1 + form > button:first-child { margin-top: 0; }
button + button { margin-top: .75rem; }
a { color: var(--accent); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1.25rem; }
dt { color: light-dark(#57586a, #a5a8ba); }
dd { margin: 0; overflow-wrap: anywhere; font-weight: 600; }
small { display: block; color: light-dark(#57586a, #a5a8ba); }
footer, details { margin-top: 2rem; }
[role=alert], [aria-invalid=true] + small { color: light-dark(#b3211b, #ffb1a8); }
`;

/** The marks at which a page is given its style and the operator's name and logo. */
const [styleMark, nameMark] = ["<!-- style -->", "<!-- name -->"];

/** Gives pages the operator's look; the service at `publicUrl` has the logo. */
export function openLook(look: Look, publicUrl: string) {
  const css = cssOf(look);
  return {
    /** The text of its style, which the policy of a page names by its hash. */
    css,
    dress: (html: string): string =>
      html
        .replace(styleMark, () => `<style>${css}</style>`)
        .replace(
          nameMark,
          () => `<p class="brand"><img src="${escapeHtml(publicUrl)}/site/logo" alt="">${escapeHtml(look.name)}</p>`,
        ),
  };
}

/** A page with a title and its contents, HTML. */
export const page = (title: string, contents: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
${styleMark}
</head>
<body>
<main>
${nameMark}
<h1>${escapeHtml(title)}</h1>
${contents}
<footer><small>A sandbox for this machine only.</small></footer>
</main>
</body>
</html>
`;

export const errorPage = (sentence: string, publicUrl: string): string =>
  page(
    "That did not work",
    `<p role="alert">${escapeHtml(sentence)}</p>\n${link(publicUrl, "Back to the speech service")}`,
  );

export const link = (url: string, text: string): string =>
  `<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

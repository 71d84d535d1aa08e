import { createHash } from "node:crypto";

const css = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 4rem 1rem; display: grid; justify-content: center; }
main { width: min(22rem, 90vw); }
h1 { font-size: 1.5rem; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .5rem; font: inherit; }
button { margin-top: 1.5rem; padding: .6rem 1.2rem; font: inherit; }
button.primary { width: 100%; margin-top: 0; padding: .8rem; border: 0; border-radius: .5rem; font-weight: 600; background: light-dark(#4338ca, #a5a8ff); color: light-dark(#fff, #15153a); cursor: pointer; }
.primary + small { margin-top: .5rem; }
h2 { margin: 2.5rem 0 0; font-size: 1.1rem; }
button + button { display: block; margin-top: .75rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
small { display: block; opacity: .8; }
footer, details { margin-top: 2rem; }
[role=alert], [aria-invalid=true] + small { color: light-dark(#a40000, #ff9c9c); opacity: 1; }
`;

/** How the policy for a page's contents names its styles. */
export const styleSource = `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

/** A page with a title and its contents, HTML. */
export const page = (title: string, contents: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${css}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${contents}
<footer><small>A sandbox for this machine only: no e-mail address need exist, and no money moves.</small></footer>
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

import { escapeHtml } from "./html.ts";
import type { SiteContext } from "./site-files.ts";
import { commonHead } from "./site-head.ts";

/** The content security policy of such a page, which loads its style and the logo. */
export const sitePageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** A page without scripts; `contents` is HTML. */
export async function sitePage(context: SiteContext, title: string, contents: string): Promise<string> {
  const name = escapeHtml(context.resources.config.site.name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${name}</title>
${await commonHead(context)}
</head>
<body class="site-page">
<header><a class="brand" href="/"><img class="mark" src="/site/logo" alt="">${name}</a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${contents}
</main>
</body>
</html>
`;
}

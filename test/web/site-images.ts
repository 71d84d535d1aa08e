import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultAccent } from "#src/config/site.ts";
import { openChromium } from "#test/support/chromium.ts";
import { takeStudioPictures } from "./studio-pictures.ts";

/** Draws the pictures of web/public that are made of its logo, and takes those of the studio for the public page: `npm run site-images`. */

const folder = join(import.meta.dirname, "../../web/public");
const logo = await readFile(join(folder, "logo.svg"), "utf8");
const font = join(
  import.meta.dirname,
  "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
);
const inter = (await readFile(font)).toString("base64");
const bars = Array.from({ length: 64 }, (_, index) => {
  const height = 14 + 120 * Math.abs(Math.sin(index / 2.3) * Math.cos(index / 9)) ** 1.3;
  return `<i style="height:${height}px"></i>`;
}).join("");

/** The picture of a link to the service where it is shared; the name of the service stands beside it there. */
const preview = `<style>
@font-face { font-family: Inter; src: url(data:font/woff2;base64,${inter}); font-weight: 100 900 }
body { margin: 0; width: 1200px; height: 630px; display: grid; align-content: center; gap: 56px; padding: 0 90px;
  box-sizing: border-box; background: #1b184d; color: #fff; font-family: Inter }
h1 { margin: 0; font-size: 84px; line-height: 1.08; letter-spacing: -0.03em; font-weight: 650 }
div { display: flex; align-items: center; gap: 8px; height: 134px }
i { flex: 1; border-radius: 8px; background: #a7a3f2 }
i:nth-child(n + 40) { background: #4a4694 }
</style><h1>Text to speech.<br>Speech to text.</h1><div>${bars}</div>`;

const icon = (size: number): string =>
  `<style>body { margin: 0; color: ${defaultAccent} } svg { display: block; width: ${size}px; height: ${size}px }</style>${logo}`;

const browser = await openChromium();
try {
  for (const [name, width, height, html] of [
    ["apple-touch-icon.png", 180, 180, icon(180)],
    ["favicon.png", 48, 48, icon(48)],
    ["preview.png", 1200, 630, preview],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(html);
    await page.evaluate("document.fonts.ready");
    await page.screenshot({ path: join(folder, name), omitBackground: true });
    await page.close();
  }
  await takeStudioPictures(browser, join(import.meta.dirname, "../../web/src/pages/public"));
} finally {
  await browser.close();
}

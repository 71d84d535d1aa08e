import type { ExecutionContext } from "ava";
import type { Page } from "playwright-core";
import { z } from "zod";
import { accessibilityProblems } from "./chromium.ts";

const height = 844;

/**
 * In light and dark, at each width: what axe finds in what is shown now, and whether it fits the window. Only colors
 * differ in the dark, so the other rules run once at each width.
 */
export async function looksGood(
  t: ExecutionContext,
  page: Page,
  { shown, widths = [390] }: { readonly shown: string; readonly widths?: readonly number[] },
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    for (const [colorScheme, rules] of [
      ["light", "all"],
      ["dark", "colors"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      t.deepEqual(await accessibilityProblems(page, rules), [], `${shown}, ${colorScheme}, ${width} px`);
    }
    await fits(t, page, { shown, width });
  }
}

/**
 * The words of buttons and table cells that lie on two lines, each after its element. A hyphen or a dot ends a word. More
 * than 12 characters without a space may be broken where names, addresses and ids stand, which are marked for that, and so may every id.
 */
const brokenWords = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const place = node.parentElement.closest("button, .button, .badge, .tab, summary, td, th, label");
    if (place === null || node.parentElement.closest("code, pre, .visually-hidden") !== null) continue;
    // A table that stands below itself has its head for screen readers only.
    if (getComputedStyle(place.closest("thead") ?? place).position === "absolute") continue;
    const most = node.parentElement.closest(".long") === null ? Infinity : 12;
    const runs = [...node.data.matchAll(/\\S+/g)].filter(([run]) => run.length <= most);
    const words = runs.flatMap(({ 0: run, index }) =>
      [...run.matchAll(/[\\p{L}\\p{N}]+/gu)].map((found) => [index + found.index, found[0]]),
    );
    for (const [index, word] of words) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (lines.some(({ top }) => top >= lines[0].bottom - 1)) found.push(place.tagName + ": " + word);
    }
  }
  return found;
})()`;

/** Makes the window that wide: no word of a button or a table cell that is shown now is broken. */
export async function wordsAreWhole(
  t: ExecutionContext,
  page: Page,
  { shown, width }: { readonly shown: string; readonly width: number },
): Promise<void> {
  await page.setViewportSize({ width, height });
  const broken = z.array(z.string()).parse(await page.evaluate(brokenWords));
  t.deepEqual(broken, [], `${shown} at ${width} px`);
}

/** Makes the window that wide: what is shown now must not be wider than it is beside the place of a scroll bar. */
export async function fits(
  t: ExecutionContext,
  page: Page,
  { shown, width }: { readonly shown: string; readonly width: number },
): Promise<void> {
  await page.setViewportSize({ width, height });
  const excess = "document.documentElement.scrollWidth - document.documentElement.offsetWidth";
  t.deepEqual(await page.evaluate(`[innerWidth, ${excess}]`), [width, 0], `${shown} fits into ${width} px`);
}

import type { ExecutionContext } from "ava";
import type { Page } from "playwright-core";
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

/** Makes the window that wide: what is shown now must not be wider. */
export async function fits(
  t: ExecutionContext,
  page: Page,
  { shown, width }: { readonly shown: string; readonly width: number },
): Promise<void> {
  await page.setViewportSize({ width, height });
  t.is(await page.evaluate("document.documentElement.scrollWidth"), width, `${shown} fits into ${width} px`);
}

import { useEffect } from "react";

const works = new Set<symbol>();
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Makes the browser ask before the page is left. */
const askFirst = (event: Event): void => event.preventDefault();

/**
 * Marks the beginning of work that leaving the site would lose; it goes on while another page of the site is shown.
 * @returns the function that marks its end
 */
export function beginUnsavedWork(): () => void {
  const work = Symbol("work");
  works.add(work);
  addEventListener("beforeunload", askFirst);
  return () => {
    works.delete(work);
    if (works.size === 0) removeEventListener("beforeunload", askFirst);
  };
}

/** While `active`, leaving the page would lose something that is kept nowhere else, such as a running recording. */
export function useUnsavedWork(active: boolean): void {
  useEffect(() => (active ? beginUnsavedWork() : undefined), [active]);
}

/** Remembers which fields a person has typed in. To be called once. */
export function watchTyping(): void {
  addEventListener("input", ({ target }) => {
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) typed.add(target);
    for (const field of typed) if (!field.isConnected) typed.delete(field);
  });
}

/** True when the page has something that leaving it may lose: unsaved work, or a text that was typed. */
export const hasUnsavedWork = (): boolean =>
  works.size > 0 || [...typed].some(({ isConnected, value }) => isConnected && value !== "");

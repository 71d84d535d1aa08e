import type { FoundPlace } from "./find-places.ts";

/** Selects a place in its field. The focus stays with those who search by the keyboard: their next Enter would replace the place by a new line. */
export function selectPlace(field: HTMLTextAreaElement, { from, to }: FoundPlace): void {
  const { activeElement } = document;
  field.focus();
  field.setSelectionRange(from, to);
  if (activeElement instanceof HTMLElement && activeElement.matches(":focus-visible")) activeElement.focus();
}

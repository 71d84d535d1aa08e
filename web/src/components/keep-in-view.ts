/** Events by which a reader takes the page over. */
const takenOver = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * Scrolls an element into view, and again whenever it grows, or what it stands in, until the reader does something. The focus
 * stays where it is.
 * @returns what ends it
 */
export function keepInView(element: Element, growing = element): () => void {
  const { matches: isStill } = matchMedia("(prefers-reduced-motion: reduce)");
  const observer = new ResizeObserver(() =>
    element.scrollIntoView({ block: "nearest", behavior: isStill ? "instant" : "smooth" }),
  );
  const ended = new AbortController();
  const end = (): void => {
    observer.disconnect();
    ended.abort();
  };
  for (const name of takenOver) addEventListener(name, end, { signal: ended.signal, passive: true });
  observer.observe(growing);
  return end;
}

/** Scrolls the item of the current page into view in the menu at the side. */
const pane = document.querySelector<HTMLElement>(".sidebar-pane");
const current = pane?.querySelector<HTMLElement>("[aria-current='page']") ?? null;
if (pane !== null && current !== null) {
  const [frame, item] = [pane.getBoundingClientRect(), current.getBoundingClientRect()];
  if (item.top < frame.top || item.bottom > frame.bottom) pane.scrollTop += item.top - frame.top - frame.height / 2;
}

/** Samples that scroll are reached by keyboard. A group is no landmark, of which a page would have too many. */
const attributes = { tabindex: "0", role: "group", "aria-label": "Sample" } as const;

function update(sample: HTMLElement): void {
  const scrolls = sample.scrollWidth > sample.clientWidth;
  for (const [name, value] of Object.entries(attributes)) {
    if (scrolls) sample.setAttribute(name, value);
    else sample.removeAttribute(name);
  }
}

const sampleObserver = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target instanceof HTMLElement) update(target);
});
for (const sample of document.querySelectorAll(".expressive-code pre")) sampleObserver.observe(sample);

/**
 * Fills the address of this service and the visitor's key into the samples. The server shows a key once and keeps its hash
 * alone, so it is typed here; it stays in this tab, and is sent to nothing but this service by the API reference.
 */
const addressInSamples = "http://localhost:8080";
const keyInSamples = "YOUR_API_KEY";
/** The reference reads it, too. */
const storageKey = "speech-api-key";

/** Shows a sample with the address and a key, also to the button that copies it. */
function sampleWriter(sample: Element): (key: string) => void {
  const filled = (text: string, key: string): string =>
    text.replaceAll(addressInSamples, location.origin).replaceAll(keyInSamples, key || keyInSamples);
  const lines = [...sample.querySelectorAll(".ec-line .code")]
    .map((line) => ({ line, text: line.textContent ?? "" }))
    .filter(({ text }) => filled(text, "-") !== text);
  const button = sample.querySelector("[data-code]");
  const copied = button?.getAttribute("data-code") ?? "";
  return (key) => {
    for (const { line, text } of lines) line.textContent = filled(text, key);
    button?.setAttribute("data-code", filled(copied, key));
  };
}

/** The field for the key, with where to make one. */
function fieldFor(key: string, show: (key: string) => void): Element {
  const field = document.createElement("div");
  field.className = "key-field not-content";
  field.innerHTML = `<label for="api-key">Your API key</label>
    <input id="api-key" autocomplete="off" spellcheck="false" placeholder="sk_…">
    <a href="/account/keys">Create a key</a>
    <p>It is filled in below and in the API reference, and kept in this tab only.</p>`;
  const input = field.querySelector("input");
  if (input === null) return field;
  input.value = key;
  input.addEventListener("input", () => {
    const typed = input.value.trim();
    sessionStorage.setItem(storageKey, typed);
    show(typed);
  });
  return field;
}

for (const code of document.querySelectorAll(".sl-markdown-content :not(pre) > code")) {
  if (code.textContent.includes(addressInSamples))
    code.textContent = code.textContent.replaceAll(addressInSamples, location.origin);
}
const known = sessionStorage.getItem(storageKey) ?? "";
for (const sample of document.querySelectorAll(".expressive-code")) {
  const asksForKey = sample.textContent.includes(keyInSamples);
  const show = sampleWriter(sample);
  show(known);
  if (asksForKey) sample.before(fieldFor(known, show));
}

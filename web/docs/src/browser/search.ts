import { fetchSearch } from "./fetch-search.ts";
import type { FoundPage, FoundSection } from "./find-sections.ts";

let search: ReturnType<typeof fetchSearch> | null = null;

/** The search over all sections, which are fetched once, at the first question. */
function openSearch(): ReturnType<typeof fetchSearch> {
  search ??= fetchSearch();
  // The next question tries again.
  search.catch(() => (search = null));
  return search;
}

const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = "") =>
  Object.assign(document.createElement(name), { className, textContent: text });

/** A section with a sentence of it, or a call of the reference with its method and path. */
function contentOf({ heading, excerpt, call }: FoundSection, page: string): readonly HTMLElement[] {
  const name = element("strong", "", heading || page);
  if (call === undefined) {
    if (excerpt.length === 0) return [name];
    const sentence = element("span", "");
    sentence.append(...excerpt.map(({ text, isMatch }) => (isMatch ? element("mark", "", text) : text)));
    return [name, sentence];
  }
  const [method = "", path = ""] = call.split(" ");
  const line = element("span", "search-call");
  line.append(element("b", "", method), " ", element("code", "", path));
  return [name, line];
}

/** The results below the title of their page. An option is a link, which the arrow keys reach. */
function pageElement({ page, sections }: FoundPage, pageIndex: number): HTMLElement {
  const group = element("div", "search-page");
  group.role = "group";
  const title = element("p", "search-title", page);
  title.id = `search-page-${pageIndex}`;
  group.setAttribute("aria-labelledby", title.id);
  const links = sections.map((section, index) => {
    const link = element("a", "search-result");
    Object.assign(link, { href: section.url, role: "option", id: `search-result-${pageIndex}-${index}`, tabIndex: -1 });
    link.append(...contentOf(section, page));
    return link;
  });
  group.append(title, ...links);
  return group;
}

/** The pages that most people look for, which are shown before a question is typed. */
const popular: FoundPage = {
  page: "Popular",
  sections: Object.entries({
    "Create an API key": "quickstart#create-an-api-key",
    "Turn text into speech": "text-to-speech",
    "Transcribe a recording": "transcription",
    "Transcribe live": "live",
    "Supported languages": "languages#supported-languages",
    "Rate limits and sizes": "limits#rate-limits-and-sizes",
    "Move from OpenAI": "openai",
    "Install it yourself": "install",
  }).map(([heading, address]) => ({ url: `/docs/${address}`, heading, excerpt: [] })),
};

/** The sentence for a question without an answer, with the ways to one. */
function nothingFound(): readonly (string | HTMLElement)[] {
  const reference = Object.assign(element("a", "", "API reference"), { href: "/docs/reference" });
  const contact = Object.assign(element("a", "", "ask the operator"), { href: "/#contact" });
  return ["No good match. Try other words, look into the ", reference, ", or ", contact, "."];
}

function openDialog(dialog: HTMLDialogElement, input: HTMLInputElement): void {
  const results = dialog.querySelector<HTMLElement>("#search-results");
  const status = dialog.querySelector<HTMLElement>(".search-status");
  if (results === null || status === null) return;
  const options = () => [...results.querySelectorAll<HTMLAnchorElement>("[role='option']")];
  const choose = (chosen: HTMLElement | undefined): void => {
    for (const option of options()) option.ariaSelected = String(option === chosen);
    input.setAttribute("aria-activedescendant", chosen?.id ?? "");
    chosen?.scrollIntoView({ block: "nearest" });
  };
  const show = async (): Promise<void> => {
    const question = input.value.trim();
    try {
      const found = question === "" ? [popular] : (await openSearch())(question);
      // A later question has its own answer.
      if (input.value.trim() !== question) return;
      results.replaceChildren(...found.map(pageElement));
      const isEmpty = question !== "" && found.length === 0;
      status.replaceChildren(...(isEmpty ? nothingFound() : []));
      choose(options()[0]);
    } catch {
      status.textContent = "The search could not be loaded. Check the connection and type again.";
    }
  };
  const step = (by: number): void => {
    const all = options();
    const at = all.findIndex(({ ariaSelected }) => ariaSelected === "true");
    choose(all[(at + by + all.length) % all.length]);
  };
  input.addEventListener("input", () => void show());
  void show();
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter")
      options()
        .find(({ ariaSelected }) => ariaSelected === "true")
        ?.click();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });
  results.addEventListener("click", () => dialog.close());
}

const dialog = document.querySelector<HTMLDialogElement>(".search-dialog");
const input = dialog?.querySelector("input") ?? null;
if (dialog !== null && input !== null) {
  openDialog(dialog, input);
  const toggle = (): void => {
    if (dialog.open) dialog.close();
    else dialog.showModal();
    input.select();
  };
  document.querySelector("[data-open-search]")?.addEventListener("click", toggle);
  dialog.querySelector("[data-close-search]")?.addEventListener("click", () => dialog.close());
  // A click beside the dialog is one on its backdrop.
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  addEventListener("keydown", (event) => {
    if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    toggle();
  });
}

/** Shows samples that follow one another in several languages as tabs. The choice holds on every page, also later. */
const languageKey = "speech-sample-language";
const labels: Readonly<Record<string, string>> = {
  sh: "curl",
  ts: "TypeScript",
  python: "Python",
  cli: "Command line",
};

interface Tab {
  readonly language: string;
  readonly button: HTMLButtonElement;
  readonly sample: HTMLElement;
}

/** The language that the title of a sample names, where commands belong to one, or else that of its text. */
function languageOf(sample: Element): string {
  const title = sample.querySelector(".title")?.textContent ?? "";
  const named = Object.keys(labels).find((language) => labels[language] === title);
  return named ?? sample.querySelector("pre[data-language]")?.getAttribute("data-language") ?? "";
}

/** The samples that stand side by side, each in another language. */
function groupsOf(samples: readonly HTMLElement[]): readonly (readonly HTMLElement[])[] {
  const groups: HTMLElement[][] = [];
  for (const sample of samples.filter((one) => languageOf(one) in labels)) {
    const last = groups.at(-1);
    const isNext = last?.at(-1)?.nextElementSibling === sample;
    if (isNext && !last?.some((one) => languageOf(one) === languageOf(sample))) last?.push(sample);
    else groups.push([sample]);
  }
  return groups.filter((group) => group.length > 1);
}

function tabFor(sample: HTMLElement, id: string): Tab {
  const language = languageOf(sample);
  const button = document.createElement("button");
  Object.assign(button, { type: "button", role: "tab", id: `${id}-tab`, textContent: labels[language] });
  button.setAttribute("aria-controls", id);
  Object.assign(sample, { id, role: "tabpanel" });
  sample.setAttribute("aria-labelledby", button.id);
  return { language, button, sample };
}

function select(tabs: readonly Tab[], language: string): void {
  // A group without the language goes on showing what it shows.
  const chosen = tabs.find((tab) => tab.language === language);
  if (chosen === undefined) return;
  for (const tab of tabs) {
    tab.button.ariaSelected = String(tab === chosen);
    tab.button.tabIndex = tab === chosen ? 0 : -1;
    tab.sample.hidden = tab !== chosen;
  }
}

const keySteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** @returns the tabs of a group, which stand above its samples */
function tabsFor(samples: readonly HTMLElement[], groupIndex: number, choose: (tab: Tab) => void): readonly Tab[] {
  const tabs = samples.map((sample, index) => tabFor(sample, `sample-${groupIndex}-${index}`));
  const list = document.createElement("div");
  Object.assign(list, { role: "tablist", className: "code-tabs not-content", ariaLabel: "Language of the sample" });
  for (const [index, tab] of tabs.entries()) {
    tab.button.addEventListener("click", () => choose(tab));
    tab.button.addEventListener("keydown", ({ key }) => {
      const step = keySteps[key];
      const next = step === undefined ? undefined : tabs[(index + step + tabs.length) % tabs.length];
      if (next === undefined) return;
      choose(next);
      next.button.focus();
    });
    list.append(tab.button);
  }
  samples[0]?.before(list);
  return tabs;
}

const samples = [...document.querySelectorAll<HTMLElement>(".expressive-code")];
const groups: (readonly Tab[])[] = [];
const choose = ({ language, button }: Tab): void => {
  const { top } = button.getBoundingClientRect();
  for (const tabs of groups) select(tabs, language);
  // Groups above may have another height now.
  scrollBy({ top: button.getBoundingClientRect().top - top, behavior: "instant" });
  localStorage.setItem(languageKey, language);
};
for (const [index, group] of groupsOf(samples).entries()) groups.push(tabsFor(group, index, choose));
const chosenEarlier = localStorage.getItem(languageKey) ?? "";
for (const tabs of groups) {
  select(tabs, tabs[0]?.language ?? "");
  select(tabs, chosenEarlier);
}

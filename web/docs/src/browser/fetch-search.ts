import { type Section, searchOver } from "./find-sections.ts";

const sectionsIn = (answer: Response): Promise<readonly Section[]> => answer.json();

/** Fetches all sections, and makes the search over them. @throws Error when they are not there */
export async function fetchSearch(): Promise<ReturnType<typeof searchOver>> {
  const answer = await fetch("/docs/search.json");
  if (!answer.ok) throw new Error(`The search answered ${answer.status}.`);
  return searchOver(await sectionsIn(answer));
}

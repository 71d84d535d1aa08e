/** The same clauses in as few texts as a model can speak: one that is too long is cut between words, or anywhere. */
export function packPhonemes(clauses: readonly string[], most: number): readonly string[] {
  const packed: string[] = [];
  for (const clause of clauses.flatMap((one) => cutPhonemes(one, most))) {
    const last = packed.at(-1);
    const joined = `${last} ${clause}`;
    if (last !== undefined && lengthOf(joined) <= most) packed[packed.length - 1] = joined;
    else packed.push(clause);
  }
  return packed;
}

const lengthOf = (text: string): number => [...text].length;

function cutPhonemes(clause: string, most: number): readonly string[] {
  const cut: string[] = [];
  let rest = [...clause];
  while (rest.length > most) {
    const space = rest.lastIndexOf(" ", most);
    const at = space > 0 ? space : most;
    cut.push(rest.slice(0, at).join(""));
    rest = rest.slice(space > 0 ? at + 1 : at);
  }
  return [...cut, rest.join("")];
}

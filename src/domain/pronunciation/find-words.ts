/** A word that was found in a text, in UTF-16 units from its first up to and without its last. */
export interface FoundWord<Entry> {
  readonly from: number;
  readonly to: number;
  readonly entry: Entry;
}

interface Listed {
  readonly word: string;
  readonly isCaseSensitive: boolean;
}

interface Node<Entry> {
  readonly next: Map<string, Node<Entry>>;
  /** The entries that end here, the first of which counts that fits. */
  readonly ends: Entry[];
}

/** The joiners of Persian and Indic scripts end no word. */
const wordlike = /[\p{L}\p{M}\p{N}_@\u200C\u200D]/u;
const blank = /\s/u;
/** Scripts that are written without spaces between words. */
const spaceless = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** A character as it is compared: in lower case, decomposed, apostrophes and blanks alike. */
function folded(character: string): string {
  if (blank.test(character)) return " ";
  return character === "’" ? "'" : character.toLowerCase().normalize("NFD");
}

const newNode = <Entry>(): Node<Entry> => ({ next: new Map(), ends: [] });

function childOf<Entry>(node: Node<Entry>, sign: string): Node<Entry> {
  const known = node.next.get(sign) ?? newNode<Entry>();
  node.next.set(sign, known);
  return known;
}

function treeOf<Entry extends Listed>(entries: readonly Entry[]): Node<Entry> {
  const root = newNode<Entry>();
  for (const entry of entries) {
    let node = root;
    for (const sign of [...entry.word].map(folded).join("")) node = childOf(node, sign);
    node.ends.push(entry);
  }
  return root;
}

/** Whether a word goes on over the place between two characters: `Node` is no word of `Node.js`, and no `an` of `banana`. */
function goesOn(characters: readonly string[], at: number): boolean {
  const [before = "", behind = "", second = ""] = [characters[at - 1], characters[at], characters[at + 1]];
  if (spaceless.test(before) || spaceless.test(behind)) return false;
  if (behind === "." && wordlike.test(before)) return wordlike.test(second);
  if (before === "." && wordlike.test(behind)) return wordlike.test(characters[at - 2] ?? "");
  return wordlike.test(before) && wordlike.test(behind);
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, " ").replaceAll("’", "'").normalize("NFC");

const isSpelled = ({ word, isCaseSensitive }: Listed, text: string): boolean =>
  !isCaseSensitive || plain(word) === plain(text);

/** The longest entry that begins at a character and ends where a word does. */
function longestAt<Entry extends Listed>(root: Node<Entry>, characters: readonly string[], start: number) {
  let found: { readonly to: number; readonly entry: Entry } | null = null;
  let node: Node<Entry> | undefined = root;
  for (let at = start; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    // A row of blanks is one, and begins no word.
    if (at > start && blank.test(character) && blank.test(characters[at - 1] ?? "")) continue;
    for (const sign of folded(character)) node = node?.next.get(sign);
    if (node === undefined) break;
    if (node.ends.length === 0 || goesOn(characters, at + 1)) continue;
    const text = characters.slice(start, at + 1).join("");
    const entry = node.ends.find((one) => isSpelled(one, text));
    if (entry !== undefined) found = { to: at + 1, entry };
  }
  return found;
}

/**
 * Finds whole words of a list in texts: from the left, the longest first, in any case unless an entry says otherwise. Scripts without
 * spaces have no bounds of words. It takes time in proportion to the text and to the longest word.
 * @param entries of two that fit the same place, the first counts
 */
export function wordFinder<Entry extends Listed>(entries: readonly Entry[]) {
  const root = treeOf(entries);
  return (text: string): readonly FoundWord<Entry>[] => {
    if (entries.length === 0) return [];
    const characters = [...text];
    const found: FoundWord<Entry>[] = [];
    let [at, unit] = [0, 0];
    while (at < characters.length) {
      const longest = goesOn(characters, at) ? null : longestAt(root, characters, at);
      const to = longest?.to ?? at + 1;
      const from = unit;
      for (; at < to; at += 1) unit += (characters[at] ?? "").length;
      if (longest !== null) found.push({ from, to: unit, entry: longest.entry });
    }
    return found;
  };
}

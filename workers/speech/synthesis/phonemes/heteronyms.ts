/**
 * English words that are said in two ways, where espeak-ng chooses the wrong one: what stands beside them tells which one is
 * meant. They are written as a word that sounds so.
 */

/** A verb before what it is done to; the nouns and adjectives that look the same do not stand there. */
const verbs: Readonly<Record<string, string>> = {
  close: "cloze",
  use: "yooz",
  excuse: "excuze",
};

/** The same for verbs whose noun may stand there, too, behind an article: `the wind that`. */
const verbsWithoutArticle: Readonly<Record<string, string>> = { wind: "wined", tear: "tare" };

const spelledLike = (word: string, other: string): string =>
  /^\p{Lu}/u.test(word) ? `${other.charAt(0).toUpperCase()}${other.slice(1)}` : other;

const withVerbs = (text: string): string =>
  text
    .replaceAll(
      /(?<!\b(?:the|an?|this|that|my|your|its|no|any|of|in|for|with) )\b(?:close|use|excuse)(?= (?:it|me|him|her|them|us|this|these|those|the|an?|my|your|his|our|their)\b)/gi,
      (word) => spelledLike(word, verbs[word.toLowerCase()] ?? word),
    )
    .replaceAll(
      /(?<!\b(?:the|an?|this|that|my|your|no|of|in) )\b(?:wind|tear)(?= (?:it|them|this|these|the|your|his|her|up|down|apart)\b)/gi,
      (word) => spelledLike(word, verbsWithoutArticle[word.toLowerCase()] ?? word),
    );

/** `she read it`; `I read it yesterday`. */
const withPast = (text: string): string => {
  const third = text.replaceAll(
    /(?<!\b(?:did|does|can|could|will|would|should|may|might|must|let|make|made|saw|heard|help|helped) (?:he|she) )(?<=\b(?:he|she) )read\b/gi,
    "red",
  );
  return /\b(?:yesterday|ago|last (?:night|week|month|year|time))\b/i.test(third)
    ? third.replaceAll(/(?<!\b(?:did|let|to) (?:I|we|you|they) )(?<=\b(?:I|we|you|they) )read\b/g, "red")
    : third;
};

/** The metal. */
const withLead = (text: string): string =>
  text.replaceAll(/(?<=\bof )lead\b(?! the| a)|\blead(?= (?:pipes?|paint|poisoning|acid|free)\b)/gi, "led");

/** A text of English with those words as they are said. */
export const respellHeteronyms = (text: string): string => withLead(withPast(withVerbs(text)));

/** Short words that are no abbreviations in capitals, unless other words around them are in small letters. */
export const commonWords: ReadonlySet<string> = new Set(
  (
    "A I AM AN AS AT BE BY DO GO HE IF IN IS IT ME MY NO OF OH OK ON OR SO TO UP US WE HI HA ALL AND ANY ARE ASK BAD BIG BUT " +
    "BUY CAN CAR DAY DID END FAR FEW FOR FUN GET GOT HAD HAS HER HEY HIM HIS HOT HOW ITS JOB LET LOT MAN MAY MEN NEW NOT " +
    "NOW OFF OLD ONE OUR OUT OWN PAY PUT RED RUN SAD SAT SAW SAY SEE SHE SIT SIX TEN THE TOO TOP TRY TWO USE WAR WAS WAY " +
    "WHO WHY WIN WON YES YET YOU WOW SIR MOM DAD BOX BOY CUT EAT FIX HIT LOW SEX TAX TEA FAN VAN"
  ).split(" "),
);

/** Engines spell these in capitals, which is right at the start of a sentence and behind `the`. */
const ambiguous: ReadonlySet<string> = new Set(["US", "IT", "WHO", "AM", "ME", "OR", "IN", "OK", "HI", "MAY"]);
const sentence = /[^.!?\n]+/gu;
const smallLetter = /\p{Ll}/u;
const word = /\p{Lu}+(?:['’]\p{Lu}+)?/gu;

function calm(shouted: string): string {
  const words = shouted.match(word) ?? [];
  const isShouted =
    !smallLetter.test(shouted) &&
    words.length > 1 &&
    words.some((one) => !ambiguous.has(one) && (commonWords.has(one) || one.length > 3));
  if (!isShouted) return shouted;
  let before = "";
  return shouted.replaceAll(word, (one) => {
    const isName = one !== "IT" && one !== "WHO" ? ["", "THE"].includes(before) : before === "THE";
    before = one;
    return ambiguous.has(one) && !isName ? one.toLowerCase() : one;
  });
}

/** English: in a sentence all in capitals `US`, `IT` and `WHO` are words, and get small letters. */
export const plainCapitals = (text: string): string => text.replaceAll(sentence, calm);

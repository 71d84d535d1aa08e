import test from "ava";
import { respellHeteronyms } from "#workers/speech/synthesis/phonemes/heteronyms.ts";

for (const [text, said] of [
  ["Please close it. We are close to it.", "Please cloze it. We are close to it."],
  ["Close the door and use the key.", "Cloze the door and yooz the key."],
  ["The use of it; no use the other way.", "The use of it; no use the other way."],
  ["He read it. Did he read it? She will read it.", "He red it. Did he read it? She will read it."],
  ["I read it yesterday.", "I red it yesterday."],
  ["I read it every day.", "I read it every day."],
  ["A lead pipe, made of lead. Lead the way.", "A led pipe, made of led. Lead the way."],
  ["Wind the clock. The wind is strong.", "Wined the clock. The wind is strong."],
  ["Tear it up. A tear fell.", "Tare it up. A tear fell."],
] as const) {
  test(`"${text}" is said by what its words mean`, (t) => {
    t.is(respellHeteronyms(text), said);
  });
}

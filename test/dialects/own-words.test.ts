import test from "ava";
import { replacementOf, termsOfKeywords, termsOfPrompt } from "#src/api/dialects/own-words.ts";

test("the names of a prompt are runs of words with capitals or figures, but not the first word of a sentence by itself", (t) => {
  for (const [prompt, terms] of [
    ["", []],
    ["a window and a door", []],
    ["The shop is open. We sell it.", []],
    ["The shop has the Voltaro X2 and more.", ["Voltaro X2"]],
    ["ZyntriQix, Digique Plus, CynapseFive", ["ZyntriQix", "Digique Plus", "CynapseFive"]],
    ["Siobhan Kavanagh called about gRPC and iPhone 15.", ["Siobhan Kavanagh", "gRPC", "iPhone"]],
    ["Names: Okonkwo; (Szymanski)\nOyelaran.", ["Names", "Okonkwo", "Szymanski", "Oyelaran"]],
    [`${"Very ".repeat(9)}Long`, []],
  ] as const) {
    t.deepEqual(termsOfPrompt(prompt), terms, prompt);
  }
  t.is(termsOfPrompt(Array.from({ length: 500 }, (_, at) => `Name${at}`).join(", ")).length, 200);
});

test("an intensifier is no part of a keyword, and a negative one leaves it out", (t) => {
  t.deepEqual(termsOfKeywords(["Kokoro:2", "Moonshine", "ratio 3:1.5", "uh:-1", "a:b"]), [
    "Kokoro",
    "Moonshine",
    "ratio 3",
    "a:b",
  ]);
});

test("a replacement is parted at its first colon", (t) => {
  t.deepEqual(replacementOf("gonna:going to"), { from: "gonna", to: "going to" });
  t.deepEqual(replacementOf("um:"), { from: "um", to: "" });
  t.deepEqual(replacementOf("um"), { from: "um", to: "" });
  t.deepEqual(replacementOf("a:b:c"), { from: "a", to: "b:c" });
});

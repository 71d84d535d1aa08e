import { createHash } from "node:crypto";
import test from "ava";
import { synthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import { cacheKeyOf } from "#src/domain/synthesis-cache/cache-key.ts";

const voice = { id: "1", engine: "kokoro", engineVoice: "af_heart", profile: null };
const input = { version: "2", accountId: null, text: "Hello.", language: "en", dateOrder: "mdy", voice };
const options = synthesisOptions.parse({ format: "mp3", speed: 1.5 });

test("a cache key is the digest of the same facts in the same order as in earlier releases", (t) => {
  const audio = ["en", "mdy", 1.5, "mp3", 24_000, 48_000];
  const facts = ["2", null, "Hello.", "text", ...audio, "1", "kokoro", "af_heart", []];
  const earlier = createHash("sha256").update(JSON.stringify(facts)).digest("hex");
  t.is(cacheKeyOf({ ...input, options }).toString("hex"), earlier);
  t.is(cacheKeyOf({ ...input, options: { ...options, wordTimestamps: true } }).toString("hex"), earlier);
});

test("an option that joins the value changes the key where it is chosen, and no other key", (t) => {
  const keyWith = (further: object): string =>
    cacheKeyOf({ ...input, options: { ...options, ...further } }).toString("hex");
  t.is(keyWith({ added: undefined }), keyWith({}));
  t.not(keyWith({ added: "loud" }), keyWith({}));
  t.not(keyWith({ added: "loud" }), keyWith({ added: "low" }));
  t.is(keyWith({ added: true, other: 1 }), keyWith({ other: 1, added: true }));
});

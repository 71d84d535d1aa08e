import test from "ava";
import { audioFormats } from "#db/schema.ts";
import { audioFormatFacts } from "#src/domain/speech/audio-formats.ts";
import { audioFormatFacts as factsOfPages } from "#web/api/audio-formats.ts";

test("the pages know the formats as the API has them", (t) => {
  t.is(Object.keys(factsOfPages).length, audioFormats.length);
  for (const format of audioFormats) {
    const { contentType, extension } = audioFormatFacts[format];
    t.like(factsOfPages[format], { contentType, extension }, format);
  }
});

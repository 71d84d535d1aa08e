import test from "ava";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { streamSpeech } from "#workers/speech/stream-speech.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { espeakVoice, fliteVoice, measuredByFfmpeg, privateFolder, saying } from "./synth-support.ts";

const fallback = openEspeak();
const synthesizer = openSynthesizer({ engines: [openFlite(), fallback], fallback });
test.after.always(() => synthesizer.close());

const wantedLufs = -18;
const mostOffLu = 1.5;
const highestPeakDb = -1;

/** A text that is hard to level by its beginning. */
const slt = { ...fliteVoice, name: "slt" };
const texts = {
  "one word": "Hello.",
  "a short beginning and a long rest":
    "Yes. The committee will publish what it has found before the end of the month, and nobody knows what it will be.",
  "shouts and whispers": "Stop! Go! Now! And then nothing was heard for a very long while. Really? Oh, no!",
  "many numbers": "Call 555 0123 at 7:45 on 12 March 2024. It costs $1,234.56, or 3.5% more than in 1999. That is all.",
  "ten sentences": "The parcel will be there before noon. Who will open the door? ".repeat(5),
};

for (const [name, text] of Object.entries(texts)) {
  for (const voice of [fliteVoice, slt, espeakVoice]) {
    test(`${name}, streamed by ${voice.name}: within ${mostOffLu} LU of ${wantedLufs} LUFS, peaks of ${highestPeakDb} dB at most`, async (t) => {
      const directory = await privateFolder(t);
      const { path } = await streamSpeech(synthesizer, saying(text, { voice, directory }), {
        encoding: { format: "wav", sampleRate: 24_000, bitRate: null },
        characters: text.length,
        send: () => Promise.resolve(),
      });
      const { lufs, truePeakDb } = await measuredByFfmpeg(path);
      t.log(`${lufs} LUFS, ${truePeakDb} dB`);
      t.true(Math.abs(lufs - wantedLufs) <= mostOffLu, `${lufs} LUFS`);
      t.true(truePeakDb <= highestPeakDb, `${truePeakDb} dB`);
    });
  }
}

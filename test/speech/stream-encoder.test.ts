import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { audioFormatFacts, resolveEncoding, type WantedEncoding } from "#src/domain/speech/audio-formats.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openEncoder } from "#workers/speech/audio/open-encoder.ts";
import { type StreamChunk, streamSpeech } from "#workers/speech/stream-speech.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { espeakVoice, privateFolder, saying } from "./synth-support.ts";

const run = promisify(execFile);
const fallback = openEspeak();
const synthesizer = openSynthesizer({ engines: [fallback], fallback });
test.after.always(() => synthesizer.close());

const text = "The parcel will be there before noon. Who will open the door for it? I shall be at home all day.";

async function chunksOf(t: ExecutionContext, wanted: WantedEncoding): Promise<readonly StreamChunk[]> {
  const directory = await privateFolder(t);
  const chunks: StreamChunk[] = [];
  await streamSpeech(synthesizer, saying(text, { voice: espeakVoice, directory }), {
    encoding: resolveEncoding(wanted),
    characters: text.length,
    send: (chunk) => Promise.resolve(void chunks.push(chunk)),
  });
  return chunks;
}

/** ffmpeg's names of formats without a header. */
const rawFormats = new Map<string, string>([
  ["pcm", "s16le"],
  ["mulaw", "mulaw"],
  ["alaw", "alaw"],
]);

/** The seconds of sound up to the end of each sentence, as ffmpeg decodes what was sent of them. */
async function sentenceEnds(t: ExecutionContext, wanted: WantedEncoding): Promise<readonly number[]> {
  const chunks = await chunksOf(t, wanted);
  const directory = await privateFolder(t);
  const { format } = wanted;
  const { sampleRate } = resolveEncoding(wanted);
  const raw = rawFormats.get(format);
  const input = raw === undefined ? [] : ["-f", raw, "-ar", `${sampleRate}`, "-ac", "1"];
  const ends: number[] = [];
  for (let sentence = 0; sentence <= (chunks.at(-1)?.sentence ?? 0); sentence += 1) {
    const path = join(directory, `${sentence}.${audioFormatFacts[format].extension}`);
    const sent = chunks.filter((chunk) => chunk.sentence <= sentence);
    await writeFile(path, Buffer.concat(sent.map(({ content }) => content)));
    const { stdout } = await run("ffmpeg", ["-v", "quiet", ...input, "-i", path, "-f", "s16le", "-ar", "8000", "-"], {
      encoding: "buffer",
      maxBuffer: 2 ** 26,
    });
    ends.push(stdout.length / 2 / 8_000);
  }
  return ends;
}

/** The longest frame or page, in seconds, and what a decoder adds or drops at the edges. */
const tolerances = { pcm: 0.03, mulaw: 0.03, alaw: 0.03, flac: 0.15, ogg: 0.13, mp3: 0.08, aac: 0.1 } as const;

for (const [format, tolerance] of Object.entries(tolerances)) {
  test(`the bytes of each sentence are its own in ${format}, to the frame`, async (t) => {
    const exact = await sentenceEnds(t, { format: "wav" });
    t.is(exact.length, 3);
    const known = Object.keys(audioFormatFacts).find((name): name is keyof typeof audioFormatFacts => name === format);
    const ends = await sentenceEnds(t, { format: known ?? "wav", sampleRate: known === "pcm" ? 16_000 : undefined });
    t.is(ends.length, exact.length);
    for (const [index, end] of exact.entries())
      t.true(Math.abs((ends[index] ?? 0) - end) <= tolerance, `sentence ${index} ends at ${ends[index]}, not ${end}`);
  });
}

test("words follow all bytes of their sentence but a few frames", async (t) => {
  const directory = await privateFolder(t);
  const sent: { sentence: number; bytes: number; hasWords: boolean }[] = [];
  await streamSpeech(
    synthesizer,
    { ...saying(text, { voice: espeakVoice, directory }), wordTimestamps: true },
    {
      encoding: resolveEncoding({ format: "mp3" }),
      characters: text.length,
      send: async ({ sentence, content, words }) => {
        sent.push({ sentence, bytes: content.length, hasWords: words !== null });
      },
    },
  );
  for (const sentence of [0, 1, 2]) {
    const own = sent.filter((chunk) => chunk.sentence === sentence);
    const place = own.findIndex(({ hasWords }) => hasWords);
    const bytesOf = (chunks: typeof sent) => chunks.reduce((sum, { bytes }) => sum + bytes, 0);
    t.true(bytesOf(own.slice(place)) <= 0.4 * 6_000, "at 48 kbit/s, fewer than 0.4 s come behind the words");
    t.true(bytesOf(own.slice(0, place)) > bytesOf(own.slice(place)));
  }
});

test("an encoder of any format and rate returns what was written but for what it is known to hold back", async (t) => {
  const directory = await privateFolder(t);
  const { signal } = new AbortController();
  const noise = Buffer.from(Int16Array.from({ length: 16_800 }, () => 20_000 * (Math.random() - 0.5)).buffer);
  const silence = Buffer.alloc(noise.length);
  const encodings = (["mp3", "ogg", "flac", "aac", "pcm", "mulaw"] as const).flatMap((format) => {
    const { sampleRates, bitRates } = audioFormatFacts[format];
    return [sampleRates[0] ?? 0, sampleRates.at(-1) ?? 0].flatMap((sampleRate) => {
      const rates = bitRates?.(sampleRate);
      return (rates === undefined ? [null] : [rates.min, rates.max]).map((bitRate) => ({
        format,
        sampleRate,
        bitRate,
      }));
    });
  });
  for (const encoding of encodings) {
    await using encoder = await openEncoder({ encoding, directory, signal, onPart: () => undefined });
    const startedMs = performance.now();
    for (const pcm of [noise, silence, silence, noise]) await encoder.write(pcm);
    t.true(performance.now() - startedMs < 9_000, JSON.stringify(encoding));
  }
});

import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { openRandom, wordlessSounds } from "#harness/audio/wordless-sounds.ts";
import { speech, wav } from "#harness/audio/sounds.ts";

const run = promisify(execFile);

/** A recording that is hard on engines. */
export interface LongRecording {
  readonly title: string;
  readonly path: string;
  readonly seconds: number;
  /** A word of what is said in it, and how often it is said. */
  readonly said: { readonly word: RegExp; readonly times: number } | null;
}

export interface LongSizes {
  readonly speechMinutes: number;
  readonly musicMinutes: number;
  readonly sparseMinutes: number;
  /** The minutes of two voices at once, and of each other language. */
  readonly otherMinutes: number;
}

const sentence = "The train will leave at seven, and it will not wait for anybody.";
const otherVoice = "Nobody in the room had expected that the answer would be so simple.";
const pauseSeconds = 1.5;
const musicSeconds = 60;
const minute = 60;
/** Small enough that three hours are below the largest upload. */
const mp3 = ["-ac", "1", "-ar", "16000", "-c:a", "libmp3lame", "-b:a", "32k"] as const;

/** Voices of espeak-ng and a sentence of their language. */
const languages: Readonly<Record<string, string>> = {
  de: "Der Zug fährt um sieben Uhr ab und wartet auf niemanden.",
  fr: "Le train part à sept heures et il n'attend personne.",
  hi: "रेलगाड़ी सात बजे चलेगी और किसी का इंतज़ार नहीं करेगी।",
  cmn: "火车七点开，不等任何人。",
};

/** Makes all of them in a folder, each from a short sound that is repeated. */
export async function makeLongRecordings(folder: string, sizes: LongSizes): Promise<readonly LongRecording[]> {
  const made: LongRecording[] = [];
  const add = async (title: string, recipe: Recipe, said: LongRecording["said"] = null): Promise<void> => {
    made.push({ ...(await repeat(folder, `${made.length}`, recipe)), title, said });
  };
  const spoken = await speech(sentence);
  const spokenSeconds = secondsOf(spoken) + pauseSeconds;
  const speechSeconds = sizes.speechMinutes * minute;
  await add(
    "a sentence over and over",
    { sounds: [spoken], everySeconds: spokenSeconds, seconds: speechSeconds },
    { word: /\btrain\b/gi, times: Math.floor(speechSeconds / spokenSeconds) },
  );
  const band = wordlessSounds.band(openRandom(3));
  const music = wav(musicSeconds, (second) => Math.max(-1, Math.min(1, band(second))));
  await add("music", { sounds: [music], everySeconds: musicSeconds, seconds: sizes.musicMinutes * minute });
  await add(
    "one word a minute",
    { sounds: [await speech("Elephant.")], everySeconds: minute, seconds: sizes.sparseMinutes * minute },
    { word: /\belephant\b/gi, times: sizes.sparseMinutes },
  );
  const other = sizes.otherMinutes * minute;
  const both = [spoken, await speech(otherVoice, "slt")];
  await add("two voices at once", { sounds: both, everySeconds: spokenSeconds, seconds: other });
  for (const [language, text] of Object.entries(languages)) {
    const { stdout } = await run("espeak-ng", ["-v", language, "--stdout", text], { encoding: "buffer" });
    await add(`speech in ${language}`, { sounds: [stdout], everySeconds: 6, seconds: other });
  }
  return made;
}

interface Recipe {
  /** WAVs that are heard at once. */
  readonly sounds: readonly Uint8Array[];
  readonly everySeconds: number;
  readonly seconds: number;
}

/** Tells the seconds of a WAV as flite writes it: 16 bits, mono, behind a header of 44 bytes. */
function secondsOf(sound: Uint8Array): number {
  const sampleRate = Buffer.from(sound).readUInt32LE(24);
  return (sound.length - 44) / (2 * sampleRate);
}

/** Mixes the sounds, fills them up with silence to the time after which they come again, and repeats them. */
async function repeat(folder: string, name: string, { sounds, everySeconds, seconds }: Recipe) {
  const [once, path] = [join(folder, `${name}.wav`), join(folder, `${name}.mp3`)];
  const inputs: string[] = [];
  for (const [index, sound] of sounds.entries()) {
    const input = join(folder, `${name}-${index}.wav`);
    await writeFile(input, sound);
    inputs.push("-i", input);
  }
  const filter = `amix=inputs=${sounds.length}:duration=longest,apad=whole_dur=${everySeconds}`;
  const quiet = ["-v", "error", "-y"];
  await run("ffmpeg", [...quiet, ...inputs, "-filter_complex", filter, "-ac", "1", "-ar", "16000", once]);
  await run("ffmpeg", [...quiet, "-stream_loop", "-1", "-i", once, "-t", `${seconds}`, ...mp3, path]);
  return { path, seconds };
}

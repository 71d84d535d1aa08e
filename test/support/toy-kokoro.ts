import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { kokoroVoices } from "#workers/speech/engines/kokoro/voices.ts";
import { floats, integers, node, onnxFile, tensor } from "./onnx.ts";

const [rows, columns] = [510, 256];
const radiansPerHz = (2 * Math.PI) / 24_000;

/** Samples for each phoneme at speed 1. */
export const samplesPerPhoneme = 2400;

/** In these, the model gives the length of each token; it has none for the boundaries. */
const framesPerPhoneme = 4;

/**
 * A model with the inputs and the outputs of Kokoro that hums: so long for each token, at the frequency that the first number of the
 * style says, as loud as the second.
 */
const hum = onnxFile({
  inputs: [tensor("tokens", "int64", 1, "length"), tensor("style", "float", 1, columns), tensor("speed", "float", 1)],
  outputs: [tensor("audio", "float", "samples"), tensor("durations", "float", 1, "length")],
  constants: [
    integers("one", [1], [1]),
    integers("zero", [1], [0]),
    integers("first", [1], [0]),
    integers("second", [1], [1]),
    integers("boundaries", [1], [2]),
    integers("last axis", [1], [1]),
    floats("per phoneme", [1], [samplesPerPhoneme]),
    floats("frames", [1], [framesPerPhoneme]),
    floats("radians", [1], [radiansPerHz]),
    floats("none", [], [0]),
    floats("step", [], [1]),
  ].map((constant) => ({ ...constant, name: constant.name.replaceAll(" ", "_") })),
  nodes: [
    node("Shape", ["tokens", "shape"]),
    node("Gather", ["shape one", "with_boundaries"]),
    node("Sub", ["with_boundaries boundaries", "count"]),
    node("Cast", ["count", "phonemes"], { to: 1 }),
    node("Mul", ["phonemes per_phoneme", "samples_at_1"]),
    node("Div", ["samples_at_1 speed", "samples_list"]),
    node("Squeeze", ["samples_list zero", "samples"]),
    node("Range", ["none samples step", "at"]),
    node("Gather", ["style first", "frequency_row"], { axis: 1 }),
    node("Gather", ["style second", "level_row"], { axis: 1 }),
    node("Squeeze", ["frequency_row last_axis", "frequency"]),
    node("Squeeze", ["level_row last_axis", "level"]),
    node("Mul", ["frequency radians", "turn"]),
    node("Mul", ["at turn", "angle"]),
    node("Sin", ["angle", "wave"]),
    node("Mul", ["wave level", "audio"]),
    node("Cast", ["tokens", "numbers"], { to: 1 }),
    node("Sign", ["numbers", "are_phonemes"]),
    node("Mul", ["are_phonemes frames", "frames_at_1"]),
    node("Div", ["frames_at_1 speed", "durations"]),
  ],
});

/** Voice by voice and row by row: 300 Hz and one more for each row, at 0.4; the voices of men are 100 Hz lower. */
function styles(): Buffer {
  const all = new Float32Array(kokoroVoices.length * rows * columns);
  for (const [index, voice] of kokoroVoices.entries()) {
    for (let row = 0; row < rows; row += 1) {
      const start = (index * rows + row) * columns;
      all[start] = (voice.charAt(1) === "m" ? 200 : 300) + row;
      all[start + 1] = voice === "am_onyx" ? 1.3 : 0.4;
    }
  }
  return Buffer.from(all.buffer);
}

const symbols =
  ";:,.!?—… AIOQSTWYabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːʰʲ↓→↗↘ᵻᵊʣʥʦʨ";

/** The files of the model by their names in the catalogue. */
export const toyKokoro = (): Readonly<Record<string, Buffer | string>> => ({
  "model.onnx": hum,
  "voices.bin": styles(),
  "tokens.txt": Array.from(symbols, (symbol, id) => `${symbol} ${id + 1}\n`).join(""),
});

/** Writes the files into a folder. @returns their paths by their names */
export async function writeToyKokoro(folder: string) {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(toyKokoro())) await writeFile(join(folder, name), content);
  return kokoroFiles(folder);
}

export const kokoroFiles = (folder: string) => ({
  "model.onnx": join(folder, "model.onnx"),
  "voices.bin": join(folder, "voices.bin"),
  "tokens.txt": join(folder, "tokens.txt"),
});

import { floats, integers, node, onnxFile, tensor } from "./onnx.ts";

/** Hz, of the toy models. */
export const sampleRate = 16_000;
/** Samples for each number that the model gets, padding included, at speed 1. */
export const samplesPerId = 800;
const radiansPerHz = (2 * Math.PI) / sampleRate;

/**
 * A model with the inputs and the output of Piper that hums: so long for each number and for the scale of its length, at 300 Hz,
 * or, with several speakers, 100 Hz higher for each.
 */
const hum = (hasSpeakers: boolean, level: number): Buffer =>
  onnxFile({
    inputs: [
      tensor("input", "int64", 1, "length"),
      tensor("input_lengths", "int64", 1),
      tensor("scales", "float", 3),
      ...(hasSpeakers ? [tensor("sid", "int64", 1)] : []),
    ],
    outputs: [tensor("output", "float", 1, 1, "samples")],
    constants: [
      integers("second", [1], [1]),
      integers("zero", [1], [0]),
      integers("shape", [3], [1, 1, -1]),
      floats("per_id", [1], [samplesPerId]),
      floats("base", [1], [300]),
      floats("more", [1], [100]),
      floats("radians", [1], [radiansPerHz]),
      floats("loudness", [1], [level]),
      floats("none", [], [0]),
      floats("step", [], [1]),
    ],
    nodes: [
      node("Gather", ["scales second", "length_scale"]),
      node("Cast", ["input_lengths", "count"], { to: 1 }),
      node("Mul", ["count per_id", "at_1"]),
      node("Mul", ["at_1 length_scale", "samples_list"]),
      node("Squeeze", ["samples_list zero", "samples"]),
      node("Range", ["none samples step", "at"]),
      ...(hasSpeakers
        ? [
            node("Cast", ["sid", "speaker"], { to: 1 }),
            node("Mul", ["speaker more", "higher"]),
            node("Add", ["base higher", "frequency"]),
          ]
        : [node("Identity", ["base", "frequency"])]),
      node("Mul", ["frequency radians", "turn"]),
      node("Mul", ["at turn", "angle"]),
      node("Sin", ["angle", "wave"]),
      node("Mul", ["wave loudness", "loud"]),
      node("Reshape", ["loud shape", "output"]),
    ],
  });

const symbols = Array.from(" !,-.:;?abcdefghijklmnopqrstuvwxyzæðŋɐɑɔəɚɛɜɡɪɹɾʃʊʌʒθᵻˈˌː\u0303\u0308ß");

/** The configuration of a voice, as Piper publishes it. */
export const piperConfiguration = (changes: object = {}) => ({
  audio: { sample_rate: sampleRate, quality: "medium" },
  espeak: { voice: "de" },
  inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
  phoneme_type: "espeak",
  phoneme_map: {},
  phoneme_id_map: {
    ...{ _: [0], "^": [1], $: [2] },
    ...Object.fromEntries(symbols.map((symbol, at) => [symbol, [at + 3]])),
  },
  num_speakers: 1,
  speaker_id_map: {},
  language: { code: "de_DE" },
  dataset: "hum",
  ...changes,
});

export interface ToyPiper {
  /** Changes of the configuration. */
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly level?: number;
}

/** The files of a model by their names in the catalogue; it speaks German unless the changes say otherwise. */
export const toyPiper = ({ changes = {}, level = 0.3 }: ToyPiper = {}) => ({
  "model.onnx": hum("num_speakers" in changes, level),
  "model.onnx.json": JSON.stringify(piperConfiguration(changes)),
});

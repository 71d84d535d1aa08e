import { existsSync } from "node:fs";
import { join } from "node:path";
import { overlapModel, speakerModels } from "#src/domain/speech/speakers.ts";
import { speech } from "#harness/audio/sounds.ts";
import { lightModels, modelsDirectory } from "#harness/service/models.ts";

const names = [...speakerModels.encoder, ...speakerModels.vad];

/** The models for telling speakers apart that are not installed. */
export const missingSpeakerModels = names.filter((name) => !existsSync(join(modelsDirectory, name, "model.json")));

/** Whether overlaps are heard here. */
export const hearsOverlaps = existsSync(join(modelsDirectory, overlapModel, "model.json"));

/** The settings of a service that tells speakers apart. */
export const speakerSettings = { SPEECH_MODELS: [lightModels, ...speakerModels.encoder].join(",") };

const lines = [
  ["slt", "Good morning. I would like to open the window, since it is so very warm in here today."],
  ["rms", "Please do. I was about to ask you the same, but I did not want to trouble anybody with it."],
  ["slt", "Thank you very much. The garden is full of flowers, and the wind comes from the sea."],
  ["rms", "Then we may have lunch under the trees, as we did when the children were small."],
] as const;

/** The bytes of a WAV file's header, and where it says how many follow. */
const [header, sizeAt, dataSizeAt] = [44, 4, 40];

/** Four lines that two people say in turn, or these by others, as a WAV file. */
export async function spokenDialogue(
  said: readonly (readonly [voice: string, text: string])[] = lines,
): Promise<Buffer<ArrayBuffer>> {
  return joined(await Promise.all(said.map(async ([voice, text]) => Buffer.from(await speech(text, voice)))));
}

/** WAV files of the same rate and 44 bytes of header as one, one behind the other. */
export function joined([first = Buffer.alloc(header), ...others]: readonly Buffer[]): Buffer<ArrayBuffer> {
  const whole = Buffer.concat([first, ...others.map((sound) => sound.subarray(header))]);
  whole.writeUInt32LE(whole.length - header, dataSizeAt);
  whole.writeUInt32LE(whole.length - sizeAt - sizeAt, sizeAt);
  return whole;
}

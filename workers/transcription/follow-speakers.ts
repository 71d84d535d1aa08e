import type { Config } from "#src/config.ts";
import { betterEncoder, overlapModel, speakerModels, speakersUnavailable } from "#src/domain/speech/speakers.ts";
import { fileOf, findInstalledModel } from "#src/models/installed.ts";
import { openSpeakers, type Speakers } from "#workers/speech/voices/speakers/open-speakers.ts";

/** Tells speakers apart by the installed models, which are looked for until they are there. */
export function openSpeakerFinder(
  { models: { directory } }: Pick<Config, "models">,
  { idleMs, log }: { readonly idleMs: number | null; readonly log: (message: string) => void },
): Speakers {
  let opened: Speakers | null = null;
  const open = async (): Promise<Speakers> => {
    const names = [...speakerModels.encoder, ...speakerModels.vad] as const;
    const find = (name: string) => findInstalledModel(directory, name, log);
    const [usual, vad, better, segmentation] = await Promise.all([...names, betterEncoder, overlapModel].map(find));
    if (!usual || !vad) throw speakersUnavailable(`Not installed: ${names.join(" or ")}.`);
    const encoder = better
      ? { loader: "campplus" as const, path: fileOf(better, "encoder.onnx") }
      : { loader: "ge2e" as const, path: fileOf(usual, "encoder.onnx") };
    const overlaps = segmentation ? fileOf(segmentation, "segmentation.onnx") : null;
    const models = { encoder, vad: fileOf(vad, "silero_vad.onnx"), overlaps };
    return (opened ??= openSpeakers({ models, idleMs, log }));
  };
  return {
    follow: async (audio, options) => (opened ?? (await open())).follow(audio, options),
    close: async () => opened?.close(),
  };
}

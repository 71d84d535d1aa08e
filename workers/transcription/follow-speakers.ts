import type { Config } from "#src/config.ts";
import { speakerModels, speakersUnavailable } from "#src/domain/speech/speakers.ts";
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
    const [encoder, vad] = await Promise.all(names.map((name) => findInstalledModel(directory, name, log)));
    if (!encoder || !vad) throw speakersUnavailable(`Not installed: ${names.join(" or ")}.`);
    const models = { encoder: fileOf(encoder, "encoder.onnx"), vad: fileOf(vad, "silero_vad.onnx") };
    return (opened ??= openSpeakers({ models, idleMs, log }));
  };
  return {
    follow: async (audio, options) => (opened ?? (await open())).follow(audio, options),
    close: async () => opened?.close(),
  };
}

import { readConfig } from "#src/config.ts";

const { MODELS_DIR, XDG_CACHE_HOME, HOME } = process.env;

/** Those of recognition: Kokoro takes a gigabyte and seconds to load, and most tests need no natural voice. */
export const lightModels = "moonshine-tiny-en,silero-vad";

/** The folder of the models that are installed here, as the service finds it by itself. */
export const modelsDirectory = readConfig({ MODELS_DIR, XDG_CACHE_HOME, HOME }).models.directory;

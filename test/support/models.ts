import { readConfig } from "#src/config.ts";

const { MODELS_DIR, XDG_CACHE_HOME, HOME } = process.env;

/** The folder of the models that are installed here, as the service finds it by itself. */
export const modelsDirectory = readConfig({ MODELS_DIR, XDG_CACHE_HOME, HOME }).models.directory;

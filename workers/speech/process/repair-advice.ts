import type { EngineProcess } from "./engine-process.ts";

/** The name of the VAD model in the catalogue. */
export const vadName = "silero-vad";

/** The command that mends a model that cannot be used. */
export const repairAdvice = (name: string, command: "verify" | "pull" = "verify"): string =>
  `Run: npm run models -- ${command} ${name}`;

/** Errors that no file causes, or that already say what to do. */
const explained = ["Run: ", " and was killed.", " was not loaded within "];

/**
 * The same process, which says what to do when it ends before it takes requests. Of a file of another model, or one that was
 * cut off, the runtime ends the process with words of its own.
 */
export function withRepairAdvice<Request, Reply>(
  started: EngineProcess<Request, Reply>,
  name: string,
): EngineProcess<Request, Reply> {
  let isReady = false;
  void started.ready.then(() => {
    isReady = true;
  });
  return {
    ...started,
    errorText: () => {
      const text = started.errorText();
      if (isReady || explained.some((words) => text.includes(words))) return text;
      const advice = `a file may be damaged or of another model. ${repairAdvice(name)}`;
      return `${name} could not be loaded: ${advice}. It said: ${text}`;
    },
  };
}

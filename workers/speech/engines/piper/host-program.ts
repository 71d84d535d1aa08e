import { type LoadedModels, serveHost } from "#workers/speech/process/serve-host.ts";
import { hostModels, speakRequest } from "./host-requests.ts";
import { openModels, type PiperModels } from "./load-models.ts";

serveHost(async (message) => {
  const parsed = hostModels.parse(message);
  const models = await openModels(parsed);
  return {
    selfTest: () => findFault(Object.keys(parsed.models), models),
    run: async (request) => ({ samples: await models.speak(speakRequest.parse(request)) }),
  } satisfies LoadedModels;
});

/** One model that works will do: what is wrong with another is said to those who ask for it. */
async function findFault(names: readonly string[], models: PiperModels): Promise<string | null> {
  const faults: string[] = [];
  for (const name of names) {
    try {
      await models.load(name);
      return null;
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  return faults.join(" ");
}

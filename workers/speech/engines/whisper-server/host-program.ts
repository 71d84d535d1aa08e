import { accessSync, readFileSync } from "node:fs";
import { openVoiceActivityDetector } from "#workers/speech/recognition/voice-activity.ts";
import { type FoundLanguages, hostRequest } from "#workers/speech/recognition/host-requests.ts";
import { type LoadedModels, serveHost } from "#workers/speech/process/serve-host.ts";
import { whisperModels } from "./host-models.ts";
import { startServer, type StartedServer } from "./start-server.ts";

const fullScale = 32_768;

/** "How old is the bridge?", spoken by flite's voice slt. */
const clip = new URL("../../recognition/test-clip.raw", import.meta.url);
const clipLanguage = "en";
const clipWords = ["how", "old", "is", "the", "bridge"];
const remedyFor = (model: string): string => `Run: npm run models -- verify ${model}`;
const vadRemedy = remedyFor("silero-vad");

serveHost(async (told, user) => {
  const models = whisperModels.parse(told);
  requireFile(models.python, remedyFor(models.name));
  requireFile(models.vad, vadRemedy);
  const test = samplesOf(readFileSync(clip));
  const detectSpeech = openVoiceActivityDetector(models.vad);
  const server = startServer(models);
  // It is loaded when it has read something, as is code that the engines' user may not read.
  await server.read(test, { language: clipLanguage });
  if (user !== null) await server.dropPrivileges(user);
  return {
    selfTest: async () => (await selfTest(models.name, server, test)) ?? ((await hasSpeech(test)) ? null : noSpeech),
    run: async (asked) => {
      const request = hostRequest.parse(asked);
      if (request.kind === "find speech") return detectSpeech(toFloats(request.samples));
      if (request.kind === "read") return server.read(request.samples, request);
      return { languages: await server.findLanguages(request.samples) } satisfies FoundLanguages;
    },
  } satisfies LoadedModels;

  async function hasSpeech(samples: Int16Array): Promise<boolean> {
    return (await detectSpeech(toFloats(samples))).ranges.length > 0;
  }
});

const noSpeech = `silero-vad found no speech in the test clip: its file may be damaged. ${vadRemedy}`;

function requireFile(file: string, advice: string): void {
  try {
    accessSync(file);
  } catch {
    throw new Error(`The file ${file} is missing. ${advice}`);
  }
}

async function selfTest(model: string, server: StartedServer, test: Int16Array): Promise<string | null> {
  const words = (await server.read(test, { language: clipLanguage })).text.toLowerCase();
  if (clipWords.every((word) => words.includes(word))) return null;
  return `${model} returned other words for the test clip: its files may be damaged. ${remedyFor(model)}`;
}

/** Copied, since an Int16Array begins at an even address. */
const samplesOf = (bytes: Uint8Array): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer);

const toFloats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (sample) => sample / fullScale);

import { accessSync, readFileSync } from "node:fs";
import { openVoiceActivityDetector } from "#workers/speech/recognition/voice-activity.ts";
import { hostRequest, type ReadText } from "#workers/speech/recognition/host-requests.ts";
import { type LoadedModels, serveHost } from "#workers/speech/process/serve-host.ts";
import { whisperModels } from "./host-models.ts";
import { startServer, type StartedServer } from "./start-server.ts";

const fullScale = 32_768;

/** "How old is the bridge?", spoken by flite's voice slt. */
const clip = new URL("../../recognition/test-clip.raw", import.meta.url);
const clipWords = ["how", "old", "is", "the", "bridge"];
const remedy = "Run: npm run models -- verify whisper-tiny.en";
const vadRemedy = "Run: npm run models -- verify silero-vad";

serveHost(async (told, user) => {
  const models = whisperModels.parse(told);
  requireFile(models.python, remedy);
  requireFile(models.vad, vadRemedy);
  const test = samplesOf(readFileSync(clip));
  const detectSpeech = openVoiceActivityDetector(models.vad);
  const server = await startServer(models, user);
  // The model is loaded with the first request, as is code that the engines' user may not read.
  await server.read(test);
  if (user !== null) await server.dropPrivileges(user);
  return {
    selfTest: async () => (await selfTest(server, test)) ?? ((await hasSpeech(test)) ? null : noSpeech),
    run: async (asked) => {
      const { kind, samples } = hostRequest.parse(asked);
      if (kind === "find speech") return detectSpeech(toFloats(samples));
      return { text: await server.read(samples), words: null, language: null } satisfies ReadText;
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

async function selfTest(server: StartedServer, test: Int16Array): Promise<string | null> {
  const words = (await server.read(test)).toLowerCase();
  if (clipWords.every((word) => words.includes(word))) return null;
  return `whisper-tiny.en returned other words for the test clip: its files may be damaged. ${remedy}`;
}

/** Copied, since an Int16Array begins at an even address. */
const samplesOf = (bytes: Uint8Array): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer);

const toFloats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (sample) => sample / fullScale);

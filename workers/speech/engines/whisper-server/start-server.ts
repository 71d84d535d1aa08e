import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { FormData } from "undici";
import type { RecognitionTask } from "#workers/speech/engine.ts";
import { wavHeader } from "#workers/speech/audio/wav.ts";
import { serverAsker } from "#workers/speech/recognition/ask-server.ts";
import { readAnswer } from "#workers/speech/recognition/read-answer.ts";
import { foundLanguages, type LanguageShare, type ReadText } from "#workers/speech/recognition/host-requests.ts";
import { languageOf, whisperCode } from "#workers/speech/recognition/whisper-codes.ts";
import { openConnection, type ServerConnection } from "#workers/speech/servers/send-request.ts";
import { ServerError } from "#workers/speech/servers/server-error.ts";
import type { HostUser } from "#workers/speech/process/serve-host.ts";
import { servedName, type WhisperModels } from "./host-models.ts";

interface ReadAs {
  readonly language: string;
  readonly task?: RecognitionTask;
}

export interface StartedServer {
  /**
   * Reads 16 kHz samples in a language, a primary tag, or in the one that it finds (`auto`), or translates them into English. This
   * process ends when the server does not work.
   * @throws ServerError when it refuses them
   */
  read(samples: Int16Array, asked: ReadAs): Promise<ReadText>;
  /** Finds the languages in which the samples may be spoken, the likeliest first. Otherwise as `read`. */
  findLanguages(samples: Int16Array): Promise<readonly LanguageShare[]>;
  /** Makes the server the process of the user as which this one goes on. */
  dropPrivileges(user: HostUser): Promise<void>;
}

const program = fileURLToPath(new URL("./serve.py", import.meta.url));
/** In the working directory, whose path the engines' user may not walk. */
const socketName = "server.sock";
const sampleRate = 16_000;
const askAgainMs = 50;
const connectMs = 5000;
const maxAnswerBytes = 1024 * 1024;
/** Never reached: the worker ends a host that takes longer than it allows. */
const deadline = { baseMs: 3_600_000, perAudioSecondMs: 0 };
const always = new AbortController().signal;

/**
 * Starts faster-whisper-server as a child of this process, which is a host: in its process group, its network namespace and
 * its limits. It listens on a Unix socket, so it needs no network. When it ends, so does this process.
 */
export async function startServer(models: WhisperModels, user: HostUser | null): Promise<StartedServer> {
  enterFolder(mkdtempSync(join(models.directory, "server-")), user);
  const child = spawn(models.python, ["-I", "-B", program, models.configuration, socketName], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.on("error", (error) => endProcess(`${models.python} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => endProcess(`The server program ended (${signal ?? `exit code ${code}`}).`));
  child.stdin.on("error", () => undefined);
  // It ends by itself as well when this process does, but not while it is stopped.
  process.on("exit", () => child.kill("SIGKILL"));
  const address = { baseUrl: "http://localhost", apiKey: null, socketPath: socketName };
  const connection = openConnection(address, { connectMs, maxAnswerBytes });
  await untilItAnswers(connection);
  const ask = serverAsker(connection, deadline);
  return {
    read: async (samples, { language, task = "transcribe" }) => {
      const sound = { pcm: new Blob([Uint8Array.from(bytesOf(samples))]), sampleRate };
      const code = language === "auto" ? null : whisperCode(language);
      const answer = await ask({ sound, model: servedName, language: code, task }, always).catch(endUnlessRefused);
      const read = readAnswer(answer, samples.length / sampleRate);
      return { text: read.text, words: null, language: code === null ? languageOf(read.language ?? "") : language };
    },
    findLanguages: async (samples) => {
      const form = new FormData();
      const pcm = Uint8Array.from(bytesOf(samples));
      form.append("file", new Blob([wavHeader(sampleRate, pcm.length), pcm]), "audio.wav");
      const answer = await connection.post("/languages", form, always).catch(endUnlessRefused);
      return foundLanguages.parse(answer).languages.flatMap(({ language: code, probability }) => {
        const language = languageOf(code);
        return language === null ? [] : [{ language, probability }];
      });
    },
    dropPrivileges: async ({ uid, gid }) => {
      const done = once(child.stdout, "data");
      child.stdin.write(`${uid} ${gid}\n`);
      await done;
    },
  };
}

/** The engines' user may pass through it, and neither list it nor make a file in it. */
function enterFolder(folder: string, user: HostUser | null): void {
  if (user !== null) {
    chownSync(folder, -1, user.gid);
    chmodSync(folder, 0o710);
  }
  process.chdir(folder);
}

async function untilItAnswers(connection: ServerConnection): Promise<void> {
  for (;;) {
    try {
      await connection.status("/health", always);
      return;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      await delay(askAgainMs);
    }
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Work on a server that has failed is given to another host, which a failed answer would not do. */
function endUnlessRefused(error: unknown): Promise<never> {
  if (error instanceof ServerError && error.fault === "rejected") throw error;
  const { message, detail } = error instanceof ServerError ? error : { message: String(error), detail: "" };
  endProcess(detail === "" ? message : `${message} (${detail})`);
  return new Promise(() => undefined);
}

/** Ends this process; its last words are in the log of the worker. */
function endProcess(reason: string): void {
  process.exitCode = 1;
  process.stderr.write(`${reason}\n`, () => process.exit());
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { FormData } from "undici";
import { z } from "zod";
import type { RecognitionTask } from "#workers/speech/engine.ts";
import { wavHeader } from "#workers/speech/audio/wav.ts";
import { foundLanguages, type LanguageShare, type ReadText } from "#workers/speech/recognition/host-requests.ts";
import { languageOf, whisperCode } from "#workers/speech/recognition/whisper-codes.ts";
import { openConnection, type ServerConnection } from "#workers/speech/servers/send-request.ts";
import { ServerError } from "#workers/speech/servers/server-error.ts";
import type { HostUser } from "#workers/speech/process/serve-host.ts";
import type { WhisperModels } from "./host-models.ts";

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
  const post = (path: string, samples: Int16Array, fields: Readonly<Record<string, string>> = {}): Promise<unknown> =>
    connection.post(path, formOf(samples, fields), always).catch(endUnlessRefused);
  return {
    read: async (samples, { language, task = "transcribe" }) => {
      // A translation finds the language by itself.
      const isGiven = language !== "auto" && task === "transcribe";
      const fields = { task, ...(isGiven && { language: whisperCode(language) }) };
      const answer = answered.parse(await post("/read", samples, fields));
      return {
        ...{ text: answer.text.trim(), words: null },
        ...(answer.probability !== null && { languageProbability: answer.probability }),
        language: language === "auto" ? languageOf(answer.language) : language,
      };
    },
    findLanguages: async (samples) =>
      foundLanguages.parse(await post("/languages", samples)).languages.flatMap(({ language: code, probability }) => {
        const language = languageOf(code);
        return language === null ? [] : [{ language, probability }];
      }),
    dropPrivileges: async ({ uid, gid }) => {
      const done = once(child.stdout, "data");
      child.stdin.write(`${uid} ${gid}\n`);
      await done;
    },
  };
}

const answered = z.object({ text: z.string(), language: z.string(), probability: z.number().nullable() });

function formOf(samples: Int16Array, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  const pcm = Uint8Array.from(bytesOf(samples));
  form.append("file", new Blob([wavHeader(sampleRate, pcm.length), pcm]), "audio.wav");
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
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

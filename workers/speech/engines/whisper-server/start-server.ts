import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { wordsOfTokens } from "#workers/speech/alignment/words-of-tokens.ts";
import type { RecognitionTask } from "#workers/speech/engine.ts";
import { foundLanguages, type LanguageShare, type ReadText } from "#workers/speech/recognition/host-requests.ts";
import { languageOf, whisperCode } from "#workers/speech/recognition/whisper-codes.ts";
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
   */
  read(samples: Int16Array, asked: ReadAs): Promise<ReadText>;
  /** Finds the languages in which the samples may be spoken, the likeliest first. Otherwise as `read`. */
  findLanguages(samples: Int16Array): Promise<readonly LanguageShare[]>;
  /** Makes the server the process of the user as which this one goes on. */
  dropPrivileges(user: HostUser): Promise<void>;
}

const program = fileURLToPath(new URL("./serve.py", import.meta.url));
/** A word lasts until the next one begins, but not through a pause. */
const longestTokenSeconds = 0.5;

const token = z.tuple([z.string(), z.number(), z.number(), z.number()]);
const reading = z.object({
  text: z.string(),
  language: z.string(),
  probability: z.number().nullable(),
  /** Parts of the text with start and end in seconds and probability; none of English and of a translation. */
  tokens: z.array(token),
});

/**
 * Starts the program of Whisper as a child of this process, which is a host: in its process group, its network namespace and
 * its limits. It is asked by its standard input and answers on its output. When it ends, so does this process.
 */
export function startServer(models: WhisperModels): StartedServer {
  const ask = startProgram(models);
  return {
    read: async (samples, { language, task = "transcribe" }) => {
      // A translation finds the language by itself.
      const isGiven = language !== "auto" && task === "transcribe";
      const request = { do: "read", task, language: isGiven ? whisperCode(language) : null };
      const { text, ...found } = reading.parse(await ask(request, samples));
      return {
        text: text.trim(),
        words: wordsIn(text, found.tokens),
        language: language === "auto" ? languageOf(found.language) : language,
        ...(found.probability !== null && { languageProbability: found.probability }),
      };
    },
    findLanguages: async (samples) => {
      const { languages } = foundLanguages.parse(await ask({ do: "find languages" }, samples));
      return languages.flatMap(({ language: code, probability }) => {
        const language = languageOf(code);
        return language === null ? [] : [{ language, probability }];
      });
    },
    dropPrivileges: async ({ uid, gid }) => {
      await ask({ do: "become", uid, gid });
    },
  };
}

/** Starts the program. @returns a function that asks it; it answers in the order of the requests */
function startProgram({ python, model }: WhisperModels) {
  const child = spawn(python, ["-I", "-B", program, model], { stdio: ["pipe", "pipe", "inherit"] });
  child.on("error", (error) => endProcess(`${python} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => endProcess(`The program of Whisper ended (${signal ?? `exit code ${code}`}).`));
  child.stdin.on("error", () => undefined);
  // It ends by itself as well when this process does, but not while it is stopped.
  process.on("exit", () => child.kill("SIGKILL"));
  const waiting: ((line: string) => void)[] = [];
  createInterface(child.stdout).on("line", (line) => waiting.shift()?.(line));
  return async (request: object, samples?: Int16Array): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.push(resolve);
    const bytes = samples === undefined ? new Uint8Array() : bytesOf(samples);
    child.stdin.write(`${JSON.stringify({ ...request, bytes: bytes.length })}\n`);
    child.stdin.write(bytes);
    return JSON.parse(await promise);
  };
}

/** The words with the times that the model found; null where it was not asked for them. */
function wordsIn(text: string, tokens: readonly z.output<typeof token>[]): ReadText["words"] {
  return wordsOfTokens({
    text,
    tokens: tokens.map(([written]) => written),
    timestamps: tokens.map(([, start]) => start),
    durations: tokens.map(([, start, end]) => Math.min(end - start, longestTokenSeconds)),
    logProbs: tokens.map(([, , , probability]) => Math.log(probability)),
  });
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Ends this process; its last words are in the log of the worker. */
function endProcess(reason: string): void {
  process.exitCode = 1;
  process.stderr.write(`${reason}\n`, () => process.exit());
}

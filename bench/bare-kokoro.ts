import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { InstalledModel } from "#src/models/installed.ts";
import { fileOf } from "./fastkokoro.ts";

const execute = promisify(execFile);
const program = join(import.meta.dirname, "bare-kokoro-process.ts");
const voice = "af_heart";
const maxTokens = 510;
const answer = z.tuple([z.object({ ms: z.number(), seconds: z.number() })]).rest(z.unknown());

export interface BareSpeech {
  readonly ms: number;
  /** Of speech. */
  readonly seconds: number;
}

/** A text that the model can take. */
export type Tokens = readonly (readonly number[])[];

export interface BareKokoro extends Disposable {
  /** A text sentence by sentence, in the phonemes of espeak-ng. */
  tokensOf(text: string): Promise<Tokens>;
  /** Speaks in one process. */
  speak(tokens: Tokens): Promise<BareSpeech>;
}

/** An installed model of Kokoro in a process of its own, loaded before the time is taken. */
export async function openBareKokoro(model: InstalledModel, threads: number, signal: AbortSignal): Promise<BareKokoro> {
  const symbols = symbolsOf(await readFile(fileOf(model, "tokens.txt"), "utf8"));
  const names = z.array(z.string()).parse(JSON.parse(await readFile(fileOf(model, "voices.json"), "utf8")));
  const files = [fileOf(model, "model.onnx"), fileOf(model, "voices.bin")];
  const child = fork(program, [...files, `${names.indexOf(voice)}`, `${threads}`], { signal });
  await answerOf(child);
  return {
    tokensOf: async (text) => {
      const sentences = text.match(/[^.!?]+[.!?]*/g) ?? [];
      const phonemes = await Promise.all(sentences.map((sentence) => phonemesOf(sentence.trim())));
      return phonemes.map((piece) => [...piece].flatMap((symbol) => symbols.get(symbol) ?? []).slice(0, maxTokens));
    },
    speak: async (tokens) => {
      child.send(tokens);
      return answer.parse(await answerOf(child))[0];
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

/** Each line is a symbol, a space and its number; the symbol may be a space. */
const symbolsOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))] as const),
  );

async function phonemesOf(sentence: string): Promise<string> {
  const { stdout } = await execute("espeak-ng", ["-q", "--ipa", "-v", "en-us", "--", sentence]);
  return `${stdout.trim().replaceAll(/\s+/g, " ")}${/[.!?]$/.exec(sentence)?.[0] ?? ""}`;
}

async function answerOf(child: ChildProcess): Promise<readonly unknown[]> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, "exit", { signal }).then(() => {
    throw new Error("The process of the bare engine ended.");
  });
  try {
    const message: readonly unknown[] = await Promise.race([once(child, "message", { signal }), ended]);
    return message;
  } finally {
    answered.abort();
    ended.catch(() => undefined);
  }
}

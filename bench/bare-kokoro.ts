import { readFile } from "node:fs/promises";
import { z } from "zod";
import { fileOf, type InstalledModel } from "#src/models/installed.ts";
import { maxPhonemes } from "#workers/speech/engines/kokoro/kokoro-phonemes.ts";
import { phonemize } from "#workers/speech/engines/kokoro/phonemize.ts";
import { kokoroVoices } from "#workers/speech/engines/kokoro/voices.ts";
import { packPhonemes } from "#workers/speech/synthesis/phonemes/pack-phonemes.ts";
import { startBareProcess } from "./bare-process.ts";
import { publishedModel } from "./published-model.ts";

/** The voice that it speaks with. */
export const bareVoice = "af_heart";
const speech = z.object({ ms: z.number(), seconds: z.number() });

export interface BareSpeech {
  readonly ms: number;
  /** Seconds of speech. */
  readonly seconds: number;
}

/** A text that the model can take, sentence by sentence. */
export type Tokens = readonly (readonly number[])[];

export interface BareKokoro extends AsyncDisposable {
  /** The text as the service gives it to the model. */
  tokensOf(text: string): Promise<Tokens>;
  /** Speaks in one process. */
  speak(tokens: Tokens): Promise<BareSpeech>;
}

export interface BareKokoroOptions {
  readonly threads: number;
  /** An existing folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** Kokoro as it is published but for its convolutions, in a process of its own, loaded before the time is taken. */
export async function openBareKokoro(
  model: InstalledModel,
  { threads, directory, signal }: BareKokoroOptions,
): Promise<BareKokoro> {
  const symbols = symbolsOf(await readFile(fileOf(model, "tokens.txt"), "utf8"));
  const files = [await publishedModel(directory), fileOf(model, "voices.bin")];
  const command = [...files, `${kokoroVoices.indexOf(bareVoice)}`, `${threads}`];
  const child = await startBareProcess("bare-kokoro-process", command, signal);
  const tokensOf = async (text: string): Promise<Tokens> => {
    const clauses = await phonemize({ text, voice: "en-us", directory, signal });
    return packPhonemes(clauses, maxPhonemes).map((piece) => [...piece].flatMap((symbol) => symbols.get(symbol) ?? []));
  };
  return {
    tokensOf: async (text) => {
      const sentences = text.match(/[^.!?]+[.!?]*/g) ?? [];
      return (await Promise.all(sentences.map(tokensOf))).flat();
    },
    speak: async (tokens) => speech.parse(await child.ask(tokens)),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
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

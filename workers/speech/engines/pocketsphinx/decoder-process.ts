import { createInterface } from "node:readline";
import { collectErrors } from "#workers/speech/process/collect-errors.ts";
import { type Ending, type EngineProcess, ProcessDiedError } from "#workers/speech/process/engine-process.ts";
import { killProcessGroup } from "#workers/speech/process/kill-group.ts";
import { type StartedEngine, startEngine } from "#workers/speech/process/start-engine.ts";
import { type DecodedWord, type Decoding, parseHypothesis, parseWord } from "./parse-output.ts";

export interface DecoderCommand {
  /** Path of `pocketsphinx_batch`. */
  readonly binary: string;
  /** Holds the acoustic model `en-us`, the language model `en-us.lm.bin` and the dictionary `cmudict-en-us.dict`. */
  readonly modelDirectory: string;
  /** A private folder, where the files to decode are. */
  readonly directory: string;
}

/** A running decoder; a request is the base name of a `<name>.raw` (16 kHz s16le mono) of its folder. */
export type DecoderProcess = EngineProcess<string, Decoding>;

/**
 * The decoder opens `/dev/stdin` and `/dev/stdout` by name, which works on pipes and not on the sockets that Node makes. Its
 * end ends the whole group: the shell and the first `cat` would otherwise wait for our input and hold the output open.
 * Decoders take whole cores for minutes; where they share them with what answers calls, that goes first.
 */
const pipeline = 'cat | { nice -n 10 "$@"; kill -KILL 0; } | cat';

/** It lives for long: after a day of processor time it is replaced. */
const engineLimits = { memoryBytes: 1024 * 1024 * 1024, cpuSeconds: 24 * 3600, fileBytes: 0 } as const;

/**
 * No flat second pass (as many words right, a third faster) and no removal of silence, which would put words at times that
 * leave the silence out. The means are those of the utterance alone, and nothing else reaches from one to the next.
 */
const decoderArguments = ({ binary, modelDirectory }: DecoderCommand): readonly string[] => [
  ...[binary, "-hmm", `${modelDirectory}/en-us`, "-lm", `${modelDirectory}/en-us.lm.bin`],
  ...["-dict", `${modelDirectory}/cmudict-en-us.dict`, "-fwdflat", "no", "-cmn", "batch", "-remove_silence", "no"],
  ...["-adcin", "yes", "-adchdr", "0", "-cepdir", ".", "-cepext", ".raw"],
  ...["-ctl", "/dev/stdin", "-hyp", "/dev/stdout", "-ctm", "/dev/stdout", "-logfn", "/dev/null"],
];

interface Utterance {
  readonly name: string;
  readonly words: DecodedWord[];
  /** Lines that are still to come; null before the first line. */
  linesLeft: number | null;
  score: number;
  readonly resolve: (decoding: Decoding) => void;
  readonly reject: (error: Error) => void;
}

/** Starts a decoder in a process group of its own. Its models load while the first file waits in the pipe. */
export function startDecoder(command: DecoderCommand): DecoderProcess {
  const child = startShell(command);
  const errors = collectErrors(child);
  const exited = Promise.withResolvers<Ending>();
  let current: Utterance | null = null;
  let ending: Ending | null = null;
  const end = (by: Ending): void => {
    if (ending !== null) return;
    ending = by;
    current?.reject(new ProcessDiedError("The decoder ended."));
    current = null;
    killProcessGroup(child.pid);
  };
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    if (current !== null && takeLine(current, line)) current = null;
  });
  lines.on("close", () => end("died"));
  child.stdin.on("error", () => end("died"));
  child.on("error", () => exited.resolve("died"));
  child.on("exit", () => {
    end("died");
    void errors.complete.then(() => exited.resolve(ending ?? "died"));
  });
  const run = (name: string): Promise<Decoding> => {
    if (ending !== null || current !== null) return Promise.reject(new ProcessDiedError("The decoder takes no file."));
    const { promise, resolve, reject } = Promise.withResolvers<Decoding>();
    current = { name, words: [], linesLeft: null, score: 0, resolve, reject };
    child.stdin.write(`${name}\n`);
    return promise;
  };
  const state = { pid: child.pid, isAlive: () => ending === null, exited: exited.promise, errorText: errors.text };
  return { ...state, ready: Promise.resolve(), run, kill: end };
}

function startShell(command: DecoderCommand): StartedEngine {
  const args = ["-c", pipeline, "sh", ...decoderArguments(command)];
  return startEngine({ program: "sh", args, directory: command.directory, limits: engineLimits });
}

/** True when the line was the last one of the utterance, which is then settled. */
function takeLine(utterance: Utterance, line: string): boolean {
  if (utterance.linesLeft === null) {
    const opening = parseHypothesis(line);
    if (opening?.name !== utterance.name) return false;
    utterance.linesLeft = opening.wordCount;
    utterance.score = opening.score;
  } else {
    utterance.linesLeft -= 1;
    const word = parseWord(line);
    if (word !== null) utterance.words.push(word);
  }
  if (utterance.linesLeft > 0) return false;
  utterance.resolve({ words: utterance.words, score: utterance.score });
  return true;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { SpokenAudio } from "../spoken-audio.ts";
import type { Context } from "./context.ts";
import { firstInstalled, type Invocation } from "./installed.ts";
import { UsageError } from "./usage-error.ts";

/** Programs that play what they read, the best first. */
const players: readonly Invocation[] = [
  ["ffplay", "-nodisp", "-autoexit", "-loglevel", "error", "-"],
  ["mpv", "--really-quiet", "-"],
  ["aplay", "--quiet", "-"],
];

/** Words of players that end with exit code 0 although they have played nothing. */
const nothingPlayed = /\b(?:open failed|failed to open|no such device)\b/i;

/** Plays audio on the speakers of this machine. @throws Error where the player has failed; the speech is then kept by the service */
export type Play = (audio: Pick<SpokenAudio, "requestId" | "stream">) => Promise<void>;

/**
 * Finds a player, and tries it with silence, so that nothing is spoken, and charged, that cannot be played.
 * @throws UsageError where no player is installed, or the one that is cannot play
 */
export async function openPlayer(context: Context): Promise<Play> {
  const player = await firstInstalled(context, players);
  if (player === undefined)
    throw new UsageError("No player is installed (ffplay, mpv or aplay). Write a file with --out.");
  const fault = await runPlayer(context, player, Readable.from([silence()]));
  if (fault !== null) throw new UsageError(`${player[0]} cannot play here: ${fault} Write a file with --out.`);
  return async ({ requestId, stream }) => {
    const problem = await runPlayer(context, player, Readable.from(stream));
    if (problem !== null)
      throw new Error(`${player[0]} has stopped: ${problem} The speech is kept as request ${requestId}.`);
  };
}

/** @returns why nothing, or not all, was played; null when it was */
async function runPlayer(
  { env }: Pick<Context, "env">,
  [program, ...args]: Invocation,
  audio: Readable,
): Promise<string | null> {
  const child = spawn(program, args, { env, stdio: ["pipe", "ignore", "pipe"] });
  const ended = once(child, "close");
  const said = readText(child.stderr);
  // A player that ends early breaks the pipe; its exit code says more.
  const broken = await pipeline(audio, child.stdin).then(
    () => null,
    (error: unknown) => error,
  );
  await ended;
  const lines = (await said).trim().split("\n");
  if (child.exitCode === 0 && !lines.some((line) => nothingPlayed.test(line))) {
    if (broken instanceof Error) throw broken;
    return null;
  }
  const last = lines.at(-1) ?? "";
  return last === "" ? `exit code ${child.exitCode}.` : `${last.replace(/\.$/, "")}.`;
}

/** A WAV file of a tenth of a second of silence: 16 bits at 24 kHz. */
function silence(): Buffer {
  const [sampleRate, bytes] = [24_000, 4_800];
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(2 * sampleRate, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([header, Buffer.alloc(bytes)]);
}

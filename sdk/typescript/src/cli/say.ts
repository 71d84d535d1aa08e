import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { PermissionError } from "../errors.ts";
import type { SpeakOptions, SpeechClient } from "../speech-client.ts";
import { type CommonOptions, type Context, openClient, print } from "./context.ts";
import { openPlayer, type Play } from "./player.ts";
import { numberOf, UsageError } from "./usage-error.ts";
import { findVoice } from "./voice-name.ts";

const formats = ["wav", "mp3", "ogg", "flac", "aac", "pcm", "mulaw", "alaw"] as const;
type Format = (typeof formats)[number];
const isFormat = (text: string): text is Format => formats.some((format) => format === text);

/** Writes audio to a file; a part of it is never left there. */
export const saveTo =
  (file: string): Play =>
  async ({ stream }) => {
    const part = `${file}.part`;
    try {
      await pipeline(Readable.from(stream), createWriteStream(part));
      await rename(part, file);
    } finally {
      await rm(part, { force: true });
    }
  };

interface SayOptions extends CommonOptions {
  readonly out?: string;
  readonly voice?: string;
  readonly language?: string;
  readonly format?: string;
  readonly speed?: string;
}

/** The options but for the voice. @throws UsageError */
function speakOptions({ out, language, format, speed }: SayOptions): SpeakOptions {
  const ending = extname(out ?? "")
    .slice(1)
    .toLowerCase();
  if (ending !== "" && format === undefined && !isFormat(ending))
    throw new UsageError(`--out ${out} does not end with a format: ${formats.join(", ")}. Use one, or add --format.`);
  const chosen = format ?? (isFormat(ending) ? ending : "wav");
  if (!isFormat(chosen)) throw new UsageError(`--format is one of ${formats.join(", ")}.`);
  if (isFormat(ending) && ending !== chosen)
    throw new UsageError(`--format ${chosen} contradicts --out ${out}, whose ending stands for ${ending}.`);
  return {
    format: chosen,
    ...(language !== undefined && { language }),
    ...(speed !== undefined && { speed: numberOf("--speed", speed) }),
  };
}

/** The voice by its id; by its name, as the service understands it, where the key may not list voices. */
async function voiceField(client: SpeechClient, voice: string, language: string | undefined): Promise<SpeakOptions> {
  try {
    return { voice_id: await findVoice(client, voice, { language }) };
  } catch (error) {
    if (error instanceof PermissionError) return { voice };
    throw error;
  }
}

/** `speech say`: speaks a text on the speakers or into a file. */
export function addSay(program: Command, context: Context): void {
  program
    .command("say")
    .description("speak a text")
    .argument("[text...]", "the text; the standard input when absent or -")
    .option("-o, --out <file>", "write a file instead of playing; its ending chooses the format")
    .option("--voice <voice>", "name or id of a voice")
    .option("--language <tag>", "language of the text; it also decides between voices of the same name")
    .option("--format <format>", formats.join(", "))
    .option("--speed <factor>", "0.5 to 2")
    .action(async (words: readonly string[], _options, command: Command) => {
      const options = command.optsWithGlobals<SayOptions>();
      const given = words.join(" ");
      const text = given === "" || given === "-" ? await readText(context.stdin) : given;
      const client = await openClient(context, options);
      const fields = speakOptions(options);
      const { voice, language } = options;
      const asked = voice === undefined ? {} : await voiceField(client, voice, language);
      const out = options.out === undefined ? await openPlayer(context) : saveTo(options.out);
      const audio = await client.speak(text, { ...fields, ...asked });
      await out(audio);
      const { requestId: id, contentType } = audio;
      const data = { request_id: id, content_type: contentType, file: options.out ?? null };
      print(context, options, { data, lines: options.out === undefined ? [] : [`Wrote ${options.out}.`] });
    });
}

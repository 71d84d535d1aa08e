import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { Voice } from "../generated/types.gen.ts";
import { type CommonOptions, type Context, openClient, print, progressBar, table } from "./context.ts";
import { openPlayer } from "./player.ts";
import { saveTo } from "./say.ts";
import { UsageError } from "./usage-error.ts";
import { findVoice } from "./voice-name.ts";

interface ListOptions extends CommonOptions {
  readonly search?: string;
  readonly language?: string;
  readonly mine?: true;
  readonly names?: true;
}

const lineOf = ({ voice_id: id, name, language, gender, quality, status }: Voice): readonly string[] => [
  ...[id, name, language, gender ?? "", quality ?? status],
];

function addList(voices: Command, context: Context): void {
  voices
    .command("list")
    .description("list the voices")
    .option("--search <words>", "words that a voice has to match")
    .option("--language <tag>", "language of the voice")
    .option("--mine", "only voices of the account")
    .option("--names", "print names only, one a line")
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<ListOptions>();
      const { search, language, mine } = options;
      const client = await openClient(context, options);
      const query = {
        ...{ limit: 100, ...(mine === true && { type: "custom" as const }) },
        ...{ ...(search !== undefined && { search }), ...(language !== undefined && { language }) },
      };
      const found: Voice[] = [];
      for await (const voice of client.voices(query)) found.push(voice);
      const lines =
        options.names === true
          ? [...new Set(found.map(({ name }) => name))]
          : table([["ID", "NAME", "LANGUAGE", "GENDER", "QUALITY"], ...found.map(lineOf)]);
      print(context, options, { data: found, lines });
    });
}

function addPreview(voices: Command, context: Context): void {
  voices
    .command("preview")
    .description("listen to a built-in voice")
    .argument("<voice>", "name or id of the voice")
    .option("-o, --out <file>", "write an MP3 file instead of playing")
    .action(async (voice: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { out?: string }>();
      const client = await openClient(context, options);
      const id = await findVoice(client, voice);
      const path = { voice_id: id };
      const out = options.out === undefined ? await openPlayer(context) : saveTo(options.out);
      const { response } = await client.api.voices.getPreview({ path, parseAs: "stream", throwOnError: true });
      if (response.body === null) throw new UsageError("The voice has no preview.");
      await out({ requestId: id, stream: response.body });
      const lines = options.out === undefined ? [] : [`Wrote ${options.out}.`];
      print(context, options, { data: { voice_id: id, file: options.out ?? null }, lines });
    });
}

interface CreateOptions extends CommonOptions {
  readonly name: string;
  readonly language?: string;
  readonly consent?: string;
}

function addCreate(voices: Command, context: Context): void {
  voices
    .command("create")
    .description("make a voice from a sample, and wait until it can speak")
    .argument("<sample>", "a recording of one person")
    .requiredOption("--name <name>", "name of the voice")
    .option("--language <tag>", "language of the sample")
    .option("--consent <text>", "what the person who is heard has agreed to")
    .action(async (sample: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CreateOptions>();
      const { name, language, consent } = options;
      const client = await openClient(context, options);
      const fields = { name, ...(language !== undefined && { language }), ...(consent !== undefined && { consent }) };
      const made = await client.createVoice(sample, fields);
      const bar = progressBar(context, name);
      const voice = await made.wait({ onProgress: (percent) => bar.show(percent) }).finally(() => bar.end());
      print(context, options, { data: voice, lines: [`${voice.name} can speak: ${voice.voice_id}`] });
    });
}

/** Asks on the terminal. @throws UsageError where there is none */
async function confirm({ stdin, stderr }: Context, question: string): Promise<boolean> {
  if (!("isTTY" in stdin) || stdin.isTTY !== true) throw new UsageError("Add --yes: there is no terminal to ask on.");
  stderr.write(`${question} [y/N] `);
  for await (const line of createInterface({ input: stdin })) return /^y(?:es)?$/i.test(line.trim());
  return false;
}

function addDelete(voices: Command, context: Context): void {
  voices
    .command("delete")
    .description("delete a voice of the account, with its sample")
    .argument("<voice>", "name or id of the voice")
    .option("-y, --yes", "delete without asking")
    .action(async (voice: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { yes?: true }>();
      const client = await openClient(context, options);
      const path = { voice_id: await findVoice(client, voice, { mine: true }) };
      if (options.yes !== true && !(await confirm(context, `Delete the voice ${voice}?`))) {
        return print(context, options, { data: { deleted: false }, lines: ["Nothing was deleted."] });
      }
      const { data } = (await client.api.voices.delete({ path, throwOnError: true })).data;
      print(context, options, { data, lines: [`Deleted ${voice}.`] });
    });
}

/** `speech voices`: list, preview, create and delete. */
export function addVoices(program: Command, context: Context): void {
  const voices = program.command("voices").description("list, hear, make and delete voices");
  addList(voices, context);
  addPreview(voices, context);
  addCreate(voices, context);
  addDelete(voices, context);
}

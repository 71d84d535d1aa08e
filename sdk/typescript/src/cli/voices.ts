import type { Command } from "commander";
import type { Voice } from "../generated/types.gen.ts";
import { type CommonOptions, type Context, openClient, print, progressBar, table } from "./context.ts";
import { openPlayer } from "./player.ts";
import { saveTo } from "./say.ts";
import { UsageError } from "./usage-error.ts";

interface ListOptions extends CommonOptions {
  readonly search?: string;
  readonly language?: string;
  readonly mine?: true;
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
      const lines = table([["ID", "NAME", "LANGUAGE", "GENDER", "QUALITY"], ...found.map(lineOf)]);
      print(context, options, { data: found, lines });
    });
}

function addPreview(voices: Command, context: Context): void {
  voices
    .command("preview")
    .description("listen to a built-in voice")
    .argument("<id>", "id of the voice")
    .option("-o, --out <file>", "write an MP3 file instead of playing")
    .action(async (id: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { out?: string }>();
      const client = await openClient(context, options);
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

/** `speech voices`: list, preview and create. */
export function addVoices(program: Command, context: Context): void {
  const voices = program.command("voices").description("list, hear and make voices");
  addList(voices, context);
  addPreview(voices, context);
  addCreate(voices, context);
}

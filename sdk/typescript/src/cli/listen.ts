import type { Command } from "commander";
import type { LiveEvent } from "../live-events.ts";
import type { SpeechClient } from "../speech-client.ts";
import { type CommonOptions, type Context, openClient, progressBar } from "./context.ts";
import { hear, secondsOf } from "./microphone.ts";

interface ListenOptions extends CommonOptions {
  readonly language?: string;
  readonly model?: string;
  readonly seconds?: string;
}

/** Prints each utterance as a line, and the words of the open one on a terminal; with `--json` each event. */
function printEvents(context: Context, { json }: ListenOptions): (event: LiveEvent) => void {
  const interim = progressBar(context, "…");
  return (event) => {
    if (json === true) return void context.stdout.write(`${JSON.stringify(event)}\n`);
    if (event.type === "partial") interim.say(event.text);
    if (event.type !== "final") return;
    interim.end();
    if (event.text !== "") context.stdout.write(`${event.text}\n`);
  };
}

interface Call {
  readonly context: Context;
  readonly client: SpeechClient;
  readonly options: ListenOptions;
}

/** @throws UsageError where nothing is recorded, and what the client throws */
async function listen({ context, client, options }: Call): Promise<void> {
  const seconds = secondsOf(options.seconds);
  const session = client.transcribeLive({ language: options.language, model: options.model });
  const ended = new AbortController();
  const { signal } = ended;
  const hearing = hear(context, { seconds, signal }, (samples) => session.send(samples)).finally(() => session.close());
  const print = printEvents(context, options);
  const printing = (async () => {
    for await (const event of session) print(event);
  })().finally(() => ended.abort());
  await Promise.all([printing, hearing]);
}

/** `speech listen`: the words of the microphone, while they are said. */
export function addListen(program: Command, context: Context): void {
  program
    .command("listen")
    .description("transcribe the microphone live, until Enter is pressed")
    .option("--seconds <count>", "how long to listen")
    .option("--language <tag>", "language of the speech, or auto")
    .option("--model <model>", "auto, fast, accurate or the name of an engine")
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<ListenOptions>();
      await listen({ context, client: await openClient(context, options), options });
    });
}

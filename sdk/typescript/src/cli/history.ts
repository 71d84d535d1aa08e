import type { Command } from "commander";
import type { SpeechRequestSummary } from "../generated/types.gen.ts";
import { type CommonOptions, type Context, openClient, print, table } from "./context.ts";
import { numberOf, UsageError } from "./usage-error.ts";

interface HistoryOptions extends CommonOptions {
  readonly limit: string;
  readonly type?: string;
  readonly status?: string;
  readonly search?: string;
}

const types = { speech: "tts", transcription: "asr" } as const;
const isType = (text: string): text is keyof typeof types => Object.hasOwn(types, text);
const statuses = ["queued", "processing", "completed", "failed", "cancelled"] as const;
const isStatus = (text: string): text is (typeof statuses)[number] => statuses.some((status) => status === text);

const pageSize = 100;
/** The most characters of a text in a row. */
const previewLength = 60;

/** @throws UsageError */
function filterOf({ type, status, search }: HistoryOptions) {
  if (type !== undefined && !isType(type)) {
    throw new UsageError(`--type must be one of ${Object.keys(types).join(", ")}.`);
  }
  if (status !== undefined && !isStatus(status)) {
    throw new UsageError(`--status must be one of ${statuses.join(", ")}.`);
  }
  return {
    ...{ ...(type !== undefined && { request_type: types[type] }), ...(status !== undefined && { status }) },
    ...(search !== undefined && { search }),
  };
}

/** @throws UsageError */
function countOf(limit: string): number {
  const count = numberOf("--limit", limit);
  if (!Number.isInteger(count) || count < 1) throw new UsageError("--limit must be a whole number from 1.");
  return count;
}

/** The day and time on this machine, as 2026-11-29 14:05. */
const timeOf = (moment: string): string => new Date(moment).toLocaleString("sv-SE").slice(0, 16);

const lineOf = (request: SpeechRequestSummary): readonly string[] => [
  ...[request.request_id, timeOf(request.created_at), request.request_type === "tts" ? "speech" : "transcription"],
  ...[request.status, (request.preview ?? request.file_name ?? "").replaceAll(/\s+/g, " ").slice(0, previewLength)],
];

/** `speech history`: what was spoken and transcribed, newest first. */
export function addHistory(program: Command, context: Context): void {
  program
    .command("history")
    .description("list what was spoken and transcribed, newest first")
    .option("--limit <count>", "how many at most", "20")
    .option("--type <type>", Object.keys(types).join(", "))
    .option("--status <status>", statuses.join(", "))
    .option("--search <words>", "words of a text or the name of a file")
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<HistoryOptions>();
      const count = countOf(options.limit);
      const query = { ...filterOf(options), limit: Math.min(count, pageSize) };
      const client = await openClient(context, options);
      const found: SpeechRequestSummary[] = [];
      for await (const request of client.requests(query)) {
        found.push(request);
        if (found.length === count) break;
      }
      const lines = table([["ID", "CREATED", "TYPE", "STATUS", "TEXT"], ...found.map(lineOf)]);
      print(context, options, { data: found, lines });
    });
}

import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, extname, join, parse, resolve } from "node:path";
import type { Command } from "commander";
import { InvalidInputError, NotFoundError, WorkFailedError } from "../errors.ts";
import type { TranscriptionRequest } from "../generated/types.gen.ts";
import type { SubtitleLayout, Work } from "../speech-client.ts";
import { isAddress } from "../source.ts";
import { type Context, openClient, print, progressBar } from "./context.ts";
import { record, secondsOf } from "./microphone.ts";
import { pendingFolder, writeWhole } from "./settings.ts";
import { addFields, fieldsOf, textFieldsOf, type TranscribeOptions } from "./transcribe-fields.ts";
import { type Call, type Failed, type Outcome, type Transcribed, transcribeFiles } from "./transcribe-files.ts";
import { FilesFailedError, numberOf, UsageError } from "./usage-error.ts";

const formats = { txt: "text", srt: "srt", vtt: "vtt", json: "json" } as const;
type Format = keyof typeof formats;
const isFormat = (text: string): text is Format => Object.hasOwn(formats, text);
const recordings: ReadonlySet<string> = new Set(
  "wav mp3 mp2 mpga flac ogg oga opus spx m4a aac webm mka amr 3gp 3g2 wma aif aiff aifc caf au snd w64 gsm ac3 eac3"
    .split(" ")
    .map((extension) => `.${extension}`),
);

/** The recordings at a path: the file itself, or those in a folder and beneath it. */
async function recordingsAt(path: string): Promise<readonly string[]> {
  if (isAddress(path)) return [path];
  const found = await stat(path).catch(() => null);
  if (found === null) throw new UsageError(`${path} does not exist.`);
  if (found.isFile()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => recordings.has(extname(name).toLowerCase()))
    .toSorted()
    .map((name) => join(path, name));
}

/** The name of a file, also of one at an address, whose query is no part of it. */
const baseName = (file: string): string =>
  isAddress(file) ? basename(new URL(file).pathname) || new URL(file).hostname : basename(file);

/** Changes with the file and with what is asked for. */
async function nameOf(file: string, options: TranscribeOptions): Promise<string> {
  const { size, mtimeMs } = isAddress(file) ? { size: 0, mtimeMs: 0 } : await stat(file);
  const { language, model, translate, url, start, end, speakers, channels, keyTerm = [] } = options;
  const parted = speakers === undefined && channels === undefined ? [] : [speakers ?? null, channels ?? null];
  const part = start === undefined && end === undefined ? [] : [{ start, end }];
  const place = isAddress(file) ? file : resolve(file);
  const text = textFieldsOf(options);
  const others = [...parted, ...part, ...keyTerm, ...(Object.keys(text).length > 0 ? [text] : [])];
  const facts = JSON.stringify([place, size, mtimeMs, language, model, translate, url, ...others]);
  return createHash("sha256").update(facts).digest("hex");
}

/** The file that holds the id of a transcription until its result is there. */
const pendingFile = ({ context }: Call, name: string): string => join(pendingFolder(context.env), name);

/** The transcription of a file: one that an earlier command has started, or a new one. The file is sent once. */
async function startOnce(call: Call, name: string, file: string): Promise<Work<TranscriptionRequest>> {
  const { client, options } = call;
  const pending = await readFile(pendingFile(call, name), "utf8").catch(() => undefined);
  if (pending !== undefined) {
    const path = { request_id: pending };
    const known = await client.api.requests.get({ path, throwOnError: true }).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null;
      throw error;
    });
    if (known !== null) return client.transcription(pending);
  }
  const work = await client.startTranscription(file, fieldsOf(options));
  await writeWhole(pendingFile(call, name), work.id);
  return work;
}

/** @throws UsageError */
const layoutOf = ({ maxLineWidth, maxLines, maxWords }: TranscribeOptions): SubtitleLayout => ({
  ...(maxLineWidth !== undefined && { max_line_width: numberOf("--max-line-width", maxLineWidth) }),
  ...(maxLines !== undefined && { max_lines: numberOf("--max-lines", maxLines) }),
  ...(maxWords !== undefined && { max_words: numberOf("--max-words", maxWords) }),
});

/** The transcript in the format that was asked for. */
const transcriptOf = async (
  { client, options }: Call,
  request: TranscriptionRequest,
  format: Format,
): Promise<string> =>
  format === "json"
    ? `${JSON.stringify(request, null, 2)}\n`
    : client.transcript(request.request_id, formats[format], layoutOf(options));

/** @throws UsageError */
function formatOf(options: TranscribeOptions): Format {
  const { format } = options;
  if (!isFormat(format)) throw new UsageError(`--format must be one of ${Object.keys(formats).join(", ")}.`);
  const isLaidOut = Object.keys(layoutOf(options)).length > 0;
  if (isLaidOut && format !== "srt" && format !== "vtt") {
    throw new UsageError("--max-line-width, --max-lines and --max-words are of --format srt and vtt.");
  }
  return format;
}

async function transcribeFile(call: Call, file: string, outFolder: string | null): Promise<Transcribed> {
  const { context, options } = call;
  const { json } = options;
  const format = formatOf(options);
  const name = await nameOf(file, options);
  const bar = progressBar(context, baseName(file));
  bar.say("sending");
  const request = await startOnce(call, name, file)
    .then((work) => work.wait({ onProgress: (percent) => bar.show(percent) }))
    .finally(() => bar.end())
    .catch(async (error: unknown) => {
      // Its result is known. The same command, when it is run again, starts anew.
      if (error instanceof WorkFailedError) await rm(pendingFile(call, name), { force: true });
      throw error;
    });
  const transcript = await transcriptOf(call, request, format);
  const written = outFolder === null ? null : join(outFolder, `${parse(baseName(file)).name}.${format}`);
  if (written !== null) await writeFile(written, transcript);
  else if (json !== true) context.stdout.write(transcript);
  await rm(pendingFile(call, name), { force: true });
  return { file, written, request_id: request.request_id, text: request.text };
}

/** @throws UsageError for options that do not go together */
function checkOptions(paths: readonly string[], options: TranscribeOptions): void {
  const { microphone, seconds, outDir, speakers, channels } = options;
  fieldsOf(options);
  if ((paths.length === 0) !== (microphone === true))
    throw new UsageError("Name files, folders or addresses, or use --microphone.");
  if (microphone === true && outDir !== undefined) throw new UsageError("--out-dir cannot be used with --microphone.");
  if (microphone !== true && seconds !== undefined)
    throw new UsageError("--seconds can only be used with --microphone.");
  if (speakers !== undefined && channels === true)
    throw new UsageError("--speakers cannot be used with --channels, where each channel is a speaker.");
}

/** True for what is wrong with one recording, so that others can still be transcribed. */
const isOfRecording = (error: unknown): error is Error =>
  error instanceof InvalidInputError || error instanceof WorkFailedError;

/** Transcribes addresses, one after the other. One that cannot be transcribed does not keep the others from it. */
async function transcribeAddresses(call: Call, addresses: readonly string[]): Promise<Outcome> {
  const outcome: { done: Transcribed[]; failed: Failed[] } = { done: [], failed: [] };
  for (const file of addresses) {
    try {
      outcome.done.push(await transcribeFile(call, file, call.options.outDir ?? "."));
    } catch (error) {
      if (!isOfRecording(error)) throw error;
      outcome.failed.push({ file, error });
    }
  }
  return outcome;
}

/** Transcribes several recordings: files in batches, addresses one after the other. */
async function transcribeMany(call: Call, all: readonly string[]): Promise<void> {
  const { context, options } = call;
  const format = formatOf(options);
  const files = all.filter((one) => !isAddress(one));
  const ofFiles = await transcribeFiles(call, files, {
    nameOf: (file) => nameOf(file, options),
    pendingFile: (name) => pendingFile(call, name),
    write: async (file, requestId) => {
      const { data } = await call.client.api.requests.get({ path: { request_id: requestId }, throwOnError: true });
      if (data.data.request_type !== "asr") throw new TypeError(`The request ${requestId} is no transcription.`);
      const written = join(options.outDir ?? join(file, ".."), `${parse(baseName(file)).name}.${format}`);
      await writeFile(written, await transcriptOf(call, data.data, format));
      return { file, written, request_id: requestId, text: data.data.text ?? null };
    },
  });
  const ofAddresses = await transcribeAddresses(call, all.filter(isAddress));
  const done = [...ofFiles.done, ...ofAddresses.done];
  const failed = [...ofFiles.failed, ...ofAddresses.failed];
  for (const { file, error } of failed) context.stderr.write(`speech: ${file}: ${error.message}\n`);
  print(context, options, { data: done, lines: done.map(({ file, written }) => `${file} -> ${written}`) });
  if (failed.length === 0) return;
  const cause = failed[0]?.error;
  throw new FilesFailedError(`${failed.length} of ${all.length} recordings were not transcribed.`, { cause });
}

/** Transcribes what is said into the microphone. */
async function transcribeMicrophone(call: Call): Promise<void> {
  const { context, client, options } = call;
  const format = formatOf(options);
  const seconds = secondsOf(options.seconds);
  const bar = progressBar(context, "microphone");
  const fields = { ...fieldsOf(options), onProgress: (percent: number) => bar.show(percent) };
  const request = await client.transcribe(await record(context, seconds), fields).finally(() => bar.end());
  if (options.json === true) return print(context, options, { data: request, lines: [] });
  context.stdout.write(await transcriptOf(call, request, format));
}

/** `speech transcribe`: files and folders, many of them as a batch, or the microphone. */
export function addTranscribe(program: Command, context: Context): void {
  const command = program
    .command("transcribe")
    .description("transcribe recordings, many as a batch; a command that was interrupted goes on where it was")
    .argument("[path...]", "files, folders with recordings, or addresses that the service fetches")
    .option("--microphone", "record from the microphone until Enter is pressed")
    .option("--seconds <count>", "how long to record from the microphone")
    .option("-f, --format <format>", Object.keys(formats).join(", "), "txt")
    .option("-o, --out-dir <folder>", "where transcripts are written; of several files, beside each one when absent")
    .option("--language <tag>", "language of the recordings, or auto")
    .option("--max-line-width <columns>", "of subtitles: the most characters of a line")
    .option("--max-lines <count>", "of subtitles: the most lines of a cue")
    .option("--max-words <count>", "of subtitles: the most words of a cue");
  addFields(command).action(async (paths: readonly string[]) => {
    const options = command.optsWithGlobals<TranscribeOptions>();
    checkOptions(paths, options);
    const files = (await Promise.all(paths.map(recordingsAt))).flat();
    const call = { context, client: await openClient(context, options), options };
    if (options.microphone === true) return transcribeMicrophone(call);
    if (files.length === 0) throw new UsageError("There is no recording in this folder.");
    const [file = "", ...others] = files;
    if (others.length > 0) return transcribeMany(call, files);
    const done = await transcribeFile(call, file, options.outDir ?? null);
    print(context, options, { data: done, lines: done.written === null ? [] : [`${file} -> ${done.written}`] });
  });
}

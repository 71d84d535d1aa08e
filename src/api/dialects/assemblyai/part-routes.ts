import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { requireTranscript, type TranscribedRequest } from "#src/api/dialects/transcribed-request.ts";
import { accountRoute, type RequestContext } from "#src/api/route.ts";
import { accept, field } from "#src/api/validation/field.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { integer } from "#src/api/validation/number.ts";
import { parseText, textKeywords } from "#src/api/validation/text.ts";
import { lineWidths } from "#src/api/speech/subtitle-fields.ts";
import { endOfPart } from "#src/domain/speech/charged-seconds.ts";
import { usualLayout } from "#src/domain/speech/subtitle-cues.ts";
import { toSrt, toVtt } from "#src/domain/speech/subtitles.ts";
import { DomainError } from "#src/errors.ts";
import { assemblyAi } from "./dialect.ts";
import { overallOf, statusOf, timedPart } from "./present-transcript.ts";
import { partsOfTranscript, searchWords } from "./transcript-parts.ts";
import { findTranscript, transcriptParams } from "./transcript-routes.ts";

const transcript = "/assemblyai/v2/transcript/{transcript_id}";

/** A completed transcription of the account. @throws DomainError `request_not_found`, `result_not_ready` */
async function findCompleted(id: string, caller: Caller, context: RequestContext): Promise<TranscribedRequest> {
  const request = await findTranscript(id, caller, context);
  const status = statusOf(request);
  if (status === "completed") return requireTranscript(request);
  throw new DomainError("result_not_ready", `This transcript has a status of '${status}'. It must be 'completed'.`);
}

const facts = {
  method: "get",
  tag: assemblyAi.tag,
  access: "account",
  scope: "speech",
  body: noBody,
  params: transcriptParams,
  errors: ["request_not_found", "result_not_ready"],
} as const;

const overall = { id: z.uuid(), confidence: z.number(), audio_duration: z.int() };
const answers = {
  sentences: z.object({ ...overall, sentences: z.array(timedPart) }).meta({ id: "AssemblyAISentences" }),
  paragraphs: z.object({ ...overall, paragraphs: z.array(timedPart) }).meta({ id: "AssemblyAIParagraphs" }),
} as const;

const partsRoute = (kind: "sentences" | "paragraphs") =>
  accountRoute(
    {
      ...facts,
      path: `${transcript}/${kind}`,
      operationId: `assemblyai.transcripts.list${kind === "sentences" ? "Sentences" : "Paragraphs"}`,
      summary: `List ${kind}`,
      query: noInput,
      responses: { 200: { description: `The ${kind}.`, schema: answers[kind], bare: true } },
    },
    async ({ params }, caller, context) => {
      const request = await findCompleted(params.transcript_id, caller, context);
      const parts = partsOfTranscript(request, kind);
      return { status: 200, bare: { id: request.id, ...overallOf(request), [kind]: parts } };
    },
  );

/** A cue of so many characters is broken into lines where it is longer than a line. */
const subtitleQuery = z.object({
  chars_per_caption: integer(lineWidths)
    .optional()
    .meta({ description: "The most characters of a cue; two lines of 42 when absent.", examples: [32] }),
});

const subtitles = {
  srt: { contentType: "application/x-subrip", write: toSrt },
  vtt: { contentType: "text/vtt", write: toVtt },
} as const;

const layoutOf = (characters: number | undefined) =>
  characters === undefined ? usualLayout : { ...usualLayout, maxLineWidth: characters, maxLines: 1 };

const subtitlesRoute = (format: "srt" | "vtt") =>
  accountRoute(
    {
      ...facts,
      path: `${transcript}/${format}`,
      operationId: `assemblyai.transcripts.get${format === "srt" ? "Srt" : "Vtt"}`,
      summary: `Get ${format === "srt" ? "SRT" : "WebVTT"} subtitles`,
      query: subtitleQuery,
      responses: { 200: { description: "The subtitles.", mediaTypes: [subtitles[format].contentType] } },
    },
    async ({ params, query }, caller, context) => {
      const request = await findCompleted(params.transcript_id, caller, context);
      const { contentType, write } = subtitles[format];
      const options = { layout: layoutOf(query.chars_per_caption), duration: endOfPart(request) };
      const content = write(request.transcript, options);
      return { status: 200, raw: { content, contentType: `${contentType}; charset=utf-8` } };
    },
  );

/** Characters, and phrases in them. */
const searchMax = { characters: 2_000, phrases: 100 } as const;

const phrases = field<readonly string[]>(
  (raw) => {
    const parsed = parseText(raw, { min: 1, max: searchMax.characters });
    if (!parsed.ok) return parsed;
    const named = parsed.value.split(",").map((phrase) => phrase.trim());
    return accept([...new Set(named.filter((phrase) => phrase !== ""))].slice(0, searchMax.phrases));
  },
  textKeywords({ min: 1, max: searchMax.characters }),
);

const searchAnswer = z
  .object({
    ...{ id: z.uuid(), total_count: z.int() },
    matches: z.array(
      z.object({
        ...{ text: z.string(), count: z.int(), timestamps: z.array(z.array(z.int())) },
        indexes: z.array(z.int()),
      }),
    ),
  })
  .meta({ id: "AssemblyAIWordSearch" });

const search = accountRoute(
  {
    ...facts,
    path: `${transcript}/word-search`,
    operationId: "assemblyai.transcripts.search",
    summary: "Search a transcript",
    query: z.object({
      words: phrases.meta({ description: "Words and phrases, separated by commas.", examples: ["open,the window"] }),
    }),
    responses: { 200: { description: "Where they are.", schema: searchAnswer, bare: true } },
  },
  async ({ params, query }, caller, context) => ({
    status: 200,
    bare: searchWords(await findCompleted(params.transcript_id, caller, context), query.words),
  }),
);

/** The calls that show a completed transcript in other forms. */
export const partRoutes = [
  partsRoute("sentences"),
  partsRoute("paragraphs"),
  subtitlesRoute("srt"),
  subtitlesRoute("vtt"),
  search,
];

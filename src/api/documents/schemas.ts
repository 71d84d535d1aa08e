import { z } from "zod";
import { boolean } from "#src/api/validation/boolean.ts";
import { type Fault, valueError } from "#src/api/validation/fault.ts";
import { regionalLanguage } from "#src/api/validation/language.ts";
import { list } from "#src/api/validation/list.ts";
import { number } from "#src/api/validation/number.ts";
import { pageOf } from "#src/api/validation/page.ts";
import { name, text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { synthesisText } from "#src/api/validation/synthesis-text.ts";
import { documentBounds, type NewChapter, sizeFaultOf, splitText } from "#src/domain/documents/split-text.ts";
import { paragraphStates } from "#src/domain/documents/spoken.ts";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";

const title = name({ min: 1, max: documentBounds.title });
const paragraphText = synthesisText(documentBounds.paragraph);
const ownVoice = uuid()
  .nullish()
  .meta({ description: "Its own voice; null for that of its speaker or of the document." });

const givenParagraph = z
  .object({
    paragraph_id: uuid().optional().meta({
      description: "Its id, where the document has it already: it keeps its audio while that is what would be spoken.",
    }),
    text: paragraphText,
    voice_id: ownVoice,
  })
  .meta({ id: "NewParagraph", examples: [{ text: "It was a bright cold day in April." }] });

const givenChapter = z
  .object({ title, paragraphs: list(givenParagraph, { min: 1, max: documentBounds.paragraphs }) })
  .meta({
    id: "NewChapter",
    examples: [{ title: "One", paragraphs: [{ text: "It was a bright cold day in April." }] }],
  });

const chapters = list(givenChapter, { min: 1, max: documentBounds.chapters });

const speaker = z
  .object({ name: name({ min: 1, max: documentBounds.title }), voice_id: uuid() })
  .meta({ id: "DocumentSpeaker" });

const choices = {
  author: name({ min: 1, max: documentBounds.title }).nullish(),
  language: regionalLanguage({ supported: synthesisLanguages, max: 10 }).nullish().meta({
    description:
      "A language tag. Without one, the language of the voice, or that of the text where it is clearly another one.",
  }),
  voice_id: uuid()
    .nullish()
    .meta({ description: "The voice of what no other voice speaks; null for the default voice of the language." }),
  speed: number({ min: 0.5, max: 2 })
    .optional()
    .meta({ examples: [1.1] }),
  speakers: list(speaker, { max: documentBounds.speakers }).optional().meta({
    description:
      "The voices of speakers, whose paragraphs begin with the name and a colon, `ANNA: Come in.`; the name of one who has a voice is not spoken.",
  }),
};

const fault = (issues: z.core.$ZodRawIssue[], path: string, found: Fault): void =>
  void issues.push({ code: "custom", message: found.msg, params: found, input: null, path: [path] });
const oneOfThem = valueError("send text or chapters");

/** The chapters that a body gives. */
export const chaptersOf = (given: z.output<typeof chapters>): readonly NewChapter[] =>
  given.map((chapter) => ({
    title: chapter.title,
    paragraphs: chapter.paragraphs.map(({ paragraph_id: id, text: words, voice_id: voiceId }) => ({
      id,
      text: words,
      voiceId,
    })),
  }));

export const documentBody = z
  .object({
    title,
    ...choices,
    text: text({ min: 1, max: documentBounds.characters })
      .optional()
      .meta({
        description:
          "All of it, plain or in Markdown. The first levels of headings begin chapters, or lines such as `CHAPTER IV` where it has no headings; an empty line ends a paragraph.",
        examples: ["# One\n\nIt was a bright cold day in April.\n\n# Two\n\nThe next day it rained."],
      }),
    chapters: chapters
      .optional()
      .meta({ description: "The same in chapters and paragraphs. Send `text` or `chapters`." }),
  })
  .check(({ value, issues }) => {
    if ((value.text === undefined) === (value.chapters === undefined)) return fault(issues, "text", oneOfThem);
    const tooLarge = sizeFaultOf(newChaptersOf(value));
    if (tooLarge !== null) fault(issues, value.text === undefined ? "chapters" : "text", valueError(tooLarge));
  })
  .meta({ examples: [{ title: "The Weather", text: "# One\n\nIt was a bright cold day in April." }] });

/** The chapters of a new document. */
export const newChaptersOf = (
  given: Pick<z.output<typeof documentBody>, "title" | "text" | "chapters">,
): readonly NewChapter[] =>
  given.chapters === undefined ? splitText(given.text ?? "", given.title) : chaptersOf(given.chapters);

export const documentChanges = z
  .object({
    title: title.optional(),
    ...choices,
    chapters: chapters.optional().meta({ description: "All chapters; they replace the present ones." }),
  })
  .check(({ value, issues }) => {
    const tooLarge = value.chapters === undefined ? null : sizeFaultOf(chaptersOf(value.chapters));
    if (tooLarge !== null) fault(issues, "chapters", valueError(tooLarge));
  })
  .meta({ examples: [{ speed: 1.1 }] });

export const paragraphChanges = z
  .object({ text: paragraphText.optional(), voice_id: ownVoice })
  .meta({ examples: [{ text: "It was a dark cold day in April." }] });

export const speakBody = z
  .object({
    paragraph_ids: list(uuid(), { min: 1, max: documentBounds.paragraphs }).optional(),
  })
  .meta({ examples: [{}] });

export const documentParams = z.object({ document_id: uuid() });
export const paragraphParams = z.object({ document_id: uuid(), paragraph_id: uuid() });
export const documentQuery = z.object({
  text: boolean()
    .default(true)
    .meta({ description: "`false`: without the chapters, to see how far speaking has come." }),
});

const id = z.uuid();
const characters = z.int().meta({ description: "Unicode code points of its paragraphs." });
const facts = {
  document_id: id,
  title: z.string(),
  author: z.string().nullable(),
  language: z.string().nullable(),
  voice_id: id.nullable(),
  speed: z.number().meta({ examples: [1] }),
  speakers: z.array(speaker),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

export const paragraphAnswer = z
  .object({
    paragraph_id: id,
    text: z.string(),
    voice_id: id.nullable(),
    status: z.enum(paragraphStates).meta({
      description:
        "`unspoken` also after a change of its text, its voice or its speed; `expired`: its audio is no longer kept. `POST …/speak` speaks both, and what `failed`.",
    }),
    characters: z.int().meta({ description: "The characters that are spoken." }),
    request_id: id
      .nullable()
      .meta({ description: "The speech request that speaks or has spoken it; null while it is `unspoken`." }),
    audio_url: z.url().nullable(),
    duration_seconds: z.number().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: "Paragraph" });

const chapterAnswer = z.object({ title: z.string(), paragraphs: z.array(paragraphAnswer) }).meta({ id: "Chapter" });

const count = z.int().min(0);

export const documentAnswer = z
  .object({
    ...facts,
    characters,
    counts: z.object({ total: count, unspoken: count, running: count, spoken: count, failed: count }),
    characters_left: count,
    credits_charged: count.meta({
      description:
        "What was charged for its paragraphs until now, also for audio that was replaced since; what is deleted from the history counts no more.",
      examples: [1_000],
    }),
    duration_seconds: z.number(),
    chapters: z
      .array(chapterAnswer)
      .nullable()
      .meta({ description: "The chapters in their order; null with `text=false`." }),
  })
  .meta({ id: "Document" });

export const documentSummary = z
  .object({ ...facts, chapter_count: count, paragraph_count: count, characters })
  .meta({ id: "DocumentSummary" });
export const documentPage = pageOf(documentSummary).meta({ id: "DocumentPage" });

export const submittedAnswer = z
  .object({ document_id: id, submitted: count, characters: count })
  .meta({ id: "SubmittedParagraphs" });
export const cancelledAnswer = z.object({ document_id: id, cancelled: count }).meta({ id: "CancelledParagraphs" });
export const deletedDocument = z.object({ document_id: id, deleted: z.literal(true) }).meta({ id: "DeletedDocument" });

export const documentEstimate = z
  .object({
    document_id: id,
    credits: count.meta({ description: "What speaking all of it costs.", examples: [1_250] }),
    credits_left: count.meta({ description: "What speaking the paragraphs without audio costs.", examples: [250] }),
    paragraphs: z.array(z.object({ paragraph_id: id, credits: count.meta({ examples: [56] }) })),
  })
  .meta({ id: "DocumentEstimate" });

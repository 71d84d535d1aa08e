import { stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { completeExport, type ExportWork, failExport, startExport } from "#src/domain/documents/exports.ts";
import type { Paragraph } from "#src/domain/documents/queries.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type AudioChapter, joinChapters } from "#workers/speech/audio/join-chapters.ts";
import { speechRate } from "#workers/speech/audio/join-pcm.ts";
import { wavHeaderBytes } from "#workers/speech/audio/wav.ts";
import type { Handler } from "#workers/runtime/handler.ts";

/** Silence behind a paragraph, and behind the last one of a chapter, in seconds. */
const [paragraphPause, chapterPause] = [0.7, 2];

const silence = (seconds: number): Buffer => Buffer.alloc(Math.round(seconds * speechRate) * 2);

/** A paragraph with the pause behind it. */
interface Piece {
  readonly paragraph: Paragraph;
  readonly pauseSeconds: number;
}

/** Joins the audio of the paragraphs of an export, with pauses, to one file with chapters. */
export const exportDocumentHandler = (resources: Resources): Handler => ({
  run: async (lease, signal, advance) => {
    const work = await startExport(resources.db, lease.subjectId);
    const { document, made, paragraphs } = work;
    const pieces = paragraphs.map((paragraph, index) => {
      const isLast = paragraphs[index + 1]?.chapter !== paragraph.chapter;
      return { paragraph, pauseSeconds: isLast ? chapterPause : paragraphPause };
    });
    await using folder = await resources.workspace.folder();
    const chapters = chaptersOf(work, pieces);
    const title =
      made.chapter === null ? document.title : `${document.title}: ${document.chapters[made.chapter] ?? ""}`;
    const file = { title, author: document.author, chapters, format: made.format };
    const path = await joinChapters(pcmOf(resources, pieces, advance), file, { directory: folder.path, signal });
    await keepFile(resources, lease, {
      path,
      durationSeconds: chapters.reduce((sum, { seconds }) => sum + seconds, 0),
    });
  },
  fail: (lease, error) => failExport(resources.db, lease, error),
});

/** The chapters of the file with the lengths of what is in them. */
const chaptersOf = ({ document }: ExportWork, pieces: readonly Piece[]): readonly AudioChapter[] =>
  document.chapters.flatMap((title, chapter) => {
    const own = pieces.filter(({ paragraph }) => paragraph.chapter === chapter);
    const seconds = own.reduce((sum, one) => sum + (one.paragraph.duration_seconds ?? 0) + one.pauseSeconds, 0);
    return own.length === 0 ? [] : [{ title, seconds }];
  });

/** The sound of all paragraphs, one after the other. @throws DomainError `document_not_spoken` when audio is gone meanwhile */
async function* pcmOf(
  { store }: Pick<Resources, "store">,
  pieces: readonly Piece[],
  advance: () => void,
): AsyncGenerator<Buffer> {
  for (const { paragraph, pauseSeconds } of pieces) {
    const content = paragraph.result_key === null ? null : await store.read(paragraph.result_key);
    if (content === null) throw new DomainError("document_not_spoken");
    const wav = await buffer(content);
    yield wav.subarray(wavHeaderBytes);
    yield silence(pauseSeconds);
    advance();
  }
}

interface WrittenFile {
  readonly path: string;
  readonly durationSeconds: number;
}

/** Every run has an object of its own, as those of syntheses. */
async function keepFile(
  { db, store }: Resources,
  lease: JobLease,
  { path, durationSeconds }: WrittenFile,
): Promise<void> {
  const resultKey = `exports/${lease.subjectId}-${lease.run}`;
  const { size: bytes } = await stat(path);
  await uploadThenCommit({ db, store, key: resultKey, path }, (claimObject) =>
    completeExport({ db, claimObject }, lease, { resultKey, bytes, durationSeconds }),
  );
}

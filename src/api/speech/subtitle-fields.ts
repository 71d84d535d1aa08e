import type { z } from "zod";
import { integer } from "#src/api/validation/number.ts";
import { type SubtitleLayout, usualLayout } from "#src/domain/speech/subtitle-cues.ts";

/** Columns. */
export const lineWidths = { min: 10, max: 200 };
const ofSubtitles = "Without effect on other formats than `srt` and `vtt`.";

/** The fields that lay out subtitles. */
export const subtitleFields = {
  max_line_width: integer(lineWidths)
    .optional()
    .meta({
      description: `The most columns of a line, ${usualLayout.maxLineWidth} when absent; a Chinese, Japanese or Korean character takes two. A word that is longer stands alone on its line. ${ofSubtitles}`,
    }),
  max_lines: integer({ min: 1, max: 10 })
    .optional()
    .meta({ description: `The most lines of a cue, ${usualLayout.maxLines} when absent. ${ofSubtitles}` }),
  max_words: integer({ min: 1, max: 100 })
    .optional()
    .meta({ description: `The most words of a cue; as many as fit when absent. ${ofSubtitles}` }),
};

type Fields = { readonly [Name in keyof typeof subtitleFields]: z.output<(typeof subtitleFields)[Name]> };
export type SubtitleFields = Partial<Fields>;

/** The layout that the fields of a call ask for. */
export const subtitleLayout = (fields: SubtitleFields): SubtitleLayout => ({
  maxLineWidth: fields.max_line_width ?? usualLayout.maxLineWidth,
  maxLines: fields.max_lines ?? usualLayout.maxLines,
  maxWords: fields.max_words ?? usualLayout.maxWords,
});

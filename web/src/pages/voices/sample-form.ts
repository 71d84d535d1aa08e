import { Problem } from "#web/api/problem.ts";
import type { Recording } from "#web/components/audio/use-recording.ts";
import { formatMebibytes } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

/** Some 20 seconds in a calm voice, in the language of the page. */
export const readAloud = t(
  "On a clear morning the market opens early. Bread, apples and yellow flowers stand in long rows, and somebody always asks what time it is. I like to walk there slowly, listen to the voices around me, and go home with more than I wanted to buy.",
);

/** A form with the sample of a voice. A recording of the page has the words that the page shows. @throws Problem when it is too large */
export function sampleForm({ audio, name }: Recording, maxBytes: number): FormData {
  if (audio.size > maxBytes) {
    throw new Problem(413, t("The sample is larger than {size}.", { size: formatMebibytes(maxBytes) }));
  }
  const form = new FormData();
  if (!(audio instanceof File)) form.set("sample_text", readAloud);
  form.set("audio", audio, name);
  return form;
}

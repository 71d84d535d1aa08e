import { setImmediate as afterOthers } from "node:timers/promises";
import type { Db } from "#db/schema.ts";
import type { SynthesisEngineInfo } from "#src/domain/engines/offered-engines.ts";
import type { SpokenEntry } from "#src/domain/pronunciation/entries.ts";
import { pronunciationFinder } from "#src/domain/pronunciation/pronunciations-of-text.ts";
import { listUsedDictionaries } from "#src/domain/pronunciation/queries.ts";
import { primaryTag } from "#src/domain/speech/language-tag.ts";
import { partsOfText } from "#src/domain/speech/parts-of-text.ts";
import { languageOfText } from "#src/domain/speech/text-language.ts";
import { findSynthesisVoice } from "#src/domain/voices/find-synthesis-voice.ts";
import { DomainError } from "#src/errors.ts";
import type { Paragraph, WholeDocument } from "./queries.ts";
import { spokenOf } from "./spoken.ts";

/** Paragraphs of a document, and what their voices depend on. */
export interface ParagraphsToPlan {
  readonly userId: string;
  readonly whole: WholeDocument;
  readonly paragraphs: readonly Paragraph[];
  readonly engines: readonly SynthesisEngineInfo[];
}

type ChosenVoice = Awaited<ReturnType<typeof findSynthesisVoice>>;

/** The words of a paragraph that are spoken, and how they are read. */
export interface ParagraphPlan {
  readonly paragraph: Paragraph;
  readonly spoken: ReturnType<typeof spokenOf>;
  readonly voice: ChosenVoice;
  /** The language of the document as it was sent; null for none. */
  readonly languageTag: string | null;
  /** The words of the account's dictionaries that it has. */
  readonly pronunciations: readonly SpokenEntry[];
}

/** Decides how paragraphs are read. @throws DomainError those of `findSynthesisVoice` */
export async function planParagraphs(db: Db, wanted: ParagraphsToPlan): Promise<readonly ParagraphPlan[]> {
  const { document } = wanted.whole;
  const used = await listUsedDictionaries(db, wanted.userId, { isUsual: true, named: [] });
  const entries = used.map((one) => one.entries).filter(({ length }) => length > 0);
  const voices = await voicesOf(db, wanted);
  const languageTag = document.language;
  const finders = new Map<string, ReturnType<typeof pronunciationFinder>>();
  const finderFor = (language: string) => {
    const finder = finders.get(language) ?? pronunciationFinder({ language, languageTag }, entries);
    finders.set(language, finder);
    return finder;
  };
  const plans: ParagraphPlan[] = [];
  for (const paragraph of wanted.paragraphs) {
    const spoken = spokenOf(document, paragraph);
    const voice = voices.get(spoken.voiceId);
    if (voice === undefined) throw new DomainError("voice_not_found");
    const pronunciations = entries.length === 0 ? [] : finderFor(voice.language)(partsOfText(spoken.text));
    plans.push({ paragraph, spoken, voice, languageTag, pronunciations });
    // Many words and many paragraphs take long: other calls are answered between two of these.
    if (entries.length > 0) await afterOthers();
  }
  return plans;
}

/** The voices that speak paragraphs, by the ids that are chosen; null is the default voice. */
async function voicesOf(
  db: Db,
  { whole, paragraphs, userId, engines }: ParagraphsToPlan,
): Promise<ReadonlyMap<string | null, ChosenVoice>> {
  const { language: tag } = whole.document;
  const text = whole.paragraphs.map((one) => one.text).join("\n");
  const wanted = {
    ...{ userId, engines, language: tag === null ? undefined : (primaryTag(tag) ?? tag) },
    textLanguage: tag === null ? await languageOfText(text) : null,
  };
  const ids = new Set(paragraphs.map((paragraph) => spokenOf(whole.document, paragraph).voiceId));
  const voices = new Map<string | null, ChosenVoice>();
  for (const id of ids) voices.set(id, await findSynthesisVoice({ db }, { ...wanted, voiceId: id ?? undefined }));
  return voices;
}

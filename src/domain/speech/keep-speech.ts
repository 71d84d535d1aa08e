import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import type { Resources } from "#src/platform/resources.ts";

/**
 * Keeps what a request has spoken, as MP3, under a key of its own. What another engine spoke in place of `engine` is not kept.
 * @returns whether it was kept
 */
export async function keepSpeech(
  { store, workspace }: Pick<Resources, "store" | "workspace">,
  { key, engine }: { readonly key: string; readonly engine: string | null },
  { model, result_key: resultKey }: SpeechRequest,
): Promise<boolean> {
  if (resultKey === null || (model !== null && model !== engine)) return false;
  await using folder = await workspace.folder();
  const path = `${folder.path}/speech`;
  if (!(await store.fetchTo(resultKey, path))) return false;
  await store.putFile(key, path, "audio/mpeg");
  return true;
}

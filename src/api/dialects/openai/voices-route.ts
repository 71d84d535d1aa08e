import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { listVoices } from "#src/domain/voices/catalogue-queries.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import type { Voice } from "#src/domain/voices/queries.ts";
import { voiceAliases } from "./aliases.ts";
import { openAi } from "./dialect.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** More than a person would look through. */
const maxVoices = 500;

const voice = z
  .object({ id: z.string(), name: z.string(), language: z.string().meta({ description: "A primary tag." }) })
  .meta({ id: "OpenAIVoice" });
const voiceList = z
  .object({ object: z.literal("list"), data: z.array(voice), voices: z.array(voice) })
  .meta({ id: "OpenAIVoiceList" });

/** A name of the operator or of OpenAI, with the language of the voice that it means. */
function presentAlias([name, meant]: readonly [string, string]) {
  const known = builtinVoices.find((one) => [one.id, one.name, one.engineVoice].includes(meant));
  return { id: name, name, language: known?.language ?? "en" };
}
const presentVoice = ({ id, name, language }: Voice) => ({ id, name, language });

/** Lists what `voice` may be. */
export const listVoicesRoute = accountRoute(
  {
    method: "get",
    path: "/openai/v1/audio/voices",
    operationId: "openai.voices.list",
    tag: openAi.tag,
    summary: "List voices",
    description:
      "Not OpenAI's: programs that let a person choose a voice read it. OpenAI's names and those of `VOICE_ALIASES`, the account's voices that are " +
      "ready, and the built-in ones whose engine is available.",
    access: "account",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The voices, twice.", schema: voiceList, bare: true } },
    errors: [],
  },
  async (_input, { userId }, { resources, engines }) => {
    const { synthesis } = await engines.current();
    const offered = new Set(synthesis.map(({ name }) => name));
    const filter = { userId, engines: synthesis, page: 1, limit: maxVoices };
    const { items } = await listVoices(resources.db, filter);
    const ready = items.filter(({ status, user_id: owner, engine }) =>
      owner === null ? offered.has(engine ?? "") : status === "ready",
    );
    const aliases = { ...voiceAliases, ...resources.config.dialects.voices };
    const voices = [...Object.entries(aliases).map(presentAlias), ...ready.map(presentVoice)];
    return { status: 200, bare: { object: "list", data: voices, voices } };
  },
);

import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { aliasOf, chooseVoice } from "#src/api/dialects/aliases.ts";
import { ignored, neverNamed } from "#src/api/dialects/ignored-options.ts";
import { accountRoute, type RequestContext } from "#src/api/route.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { text } from "#src/api/validation/text.ts";
import { primaryTag } from "#src/domain/speech/language-tag.ts";
import { listVoices } from "#src/domain/voices/catalogue-queries.ts";
import { defaultVoiceId } from "#src/domain/voices/builtin-voices.ts";
import { deleteVoice } from "#src/domain/voices/delete-voice.ts";
import { findVisibleVoice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { voiceAliases } from "./aliases.ts";
import { elevenLabs } from "./dialect.ts";
import { presentOptions } from "#src/api/voices/present-options.ts";
import { type ListedVoice, presentListedVoice, usualSettings, voice, voiceSettings } from "./present-voice.ts";
import { selectVoices, voiceQuery } from "./select-voices.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** Characters. */
const nameMax = 255;
/** More than there are. */
const all = { page: 1, limit: 1_000_000 };

export const voiceParams = z.object({
  voice_id: text({ min: 1, max: nameMax }).meta({
    description: "One of ElevenLabs' ids, or the id or name of a voice of the account or of a built-in one.",
  }),
});

export const ownVoiceParams = z.object({ voice_id: text({ min: 1, max: nameMax }) });

/** The voice that a call changes, found by its id only, since several may have one name. @throws DomainError `voice_not_found` */
export function ownVoiceId({ voice_id: id }: z.output<typeof ownVoiceParams>): string {
  if (!z.uuid().safeParse(id).success) throw new DomainError("voice_not_found");
  return id;
}

export const facts = { tag: elevenLabs.tag, access: "account", scope: "voices", body: noBody } as const;

/** Without those whose training has failed: clients take what is listed for a voice that speaks. */
async function allVoices({ userId }: Caller, context: RequestContext): Promise<readonly ListedVoice[]> {
  const options = await presentOptions(context);
  const { items } = await listVoices(context.resources.db, { ...all, userId, engines: options.engines });
  return items.filter(({ status }) => status !== "failed").map((one) => presentListedVoice(one, options));
}

/** @throws DomainError `voice_not_found` */
export async function namedVoice(name: string, { userId }: Caller, context: RequestContext): Promise<ListedVoice> {
  const options = await presentOptions(context);
  const { voiceId, language = "en" } = await chooseVoice(context, { name, userId, aliases: voiceAliases });
  const id = voiceId ?? defaultVoiceId(language, options.engines);
  const found = await findVisibleVoice(context.resources.db, { voiceId: id, userId });
  if (found === null) throw new DomainError("voice_not_found");
  return presentListedVoice(found, options);
}

/** Ids of voices here: ElevenLabs' own are those of the voices that speak for them. */
async function voiceIdsOf(
  sent: readonly string[],
  caller: Caller,
  context: RequestContext,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const id of new Set(sent))
    ids.push(isAlias(id, context) ? (await namedVoice(id, caller, context)).voice_id : id);
  return ids;
}

const isAlias = (id: string, { resources }: RequestContext): boolean =>
  aliasOf(id, resources.config.dialects.voices, voiceAliases) !== undefined;

const list = accountRoute(
  {
    ...facts,
    method: "get",
    path: "/elevenlabs/v1/voices",
    operationId: "elevenlabs.voices.list",
    summary: "List voices",
    params: noInput,
    query: z.object({ show_legacy: boolean().default(false).meta({ description: "Deprecated ones, too." }) }),
    responses: {
      200: {
        description: "The account's own first.",
        schema: z.object({ voices: z.array(voice) }).meta({ id: "ElevenLabsVoiceList" }),
        bare: true,
      },
    },
    errors: [],
  },
  async ({ query }, caller, context) => {
    const voices = await allVoices(caller, context);
    return { status: 200, bare: { voices: voices.filter((one) => query.show_legacy || !one.is_legacy) } };
  },
);

const voicePage = z
  .object({
    voices: z.array(voice),
    has_more: z.boolean(),
    total_count: z.int(),
    next_page_token: z.string().nullable(),
  })
  .meta({ id: "ElevenLabsVoicePage" });

const search = accountRoute(
  {
    ...facts,
    method: "get",
    path: "/elevenlabs/v2/voices",
    operationId: "elevenlabs.voices.search",
    summary: "Search voices",
    params: noInput,
    query: voiceQuery,
    responses: { 200: { description: "One page.", schema: voicePage, bare: true } },
    errors: [],
  },
  async ({ query }, caller, context) => {
    const repeated = new URLSearchParams(context.queryString);
    const filters = {
      languages: repeated.getAll("language").map((tag) => primaryTag(tag) ?? tag),
      ids: await voiceIdsOf(repeated.getAll("voice_ids"), caller, context),
    };
    const found = selectVoices(await allVoices(caller, context), query, filters);
    const { page_size: size, next_page_token: from } = query;
    const next = from + size;
    const hasMore = next < found.length;
    const page = { has_more: hasMore, next_page_token: hasMore ? String(next) : null };
    return { status: 200, bare: { voices: found.slice(from, next), total_count: found.length, ...page } };
  },
);

const show = accountRoute(
  {
    ...facts,
    method: "get",
    path: "/elevenlabs/v1/voices/{voice_id}",
    operationId: "elevenlabs.voices.get",
    summary: "Get a voice",
    params: voiceParams,
    // The answer always has the settings.
    query: z.object({}).register(ignored, { with_settings: neverNamed }),
    responses: { 200: { description: "The voice.", schema: voice, bare: true } },
    errors: ["voice_not_found"],
  },
  async ({ params }, caller, context) => ({ status: 200, bare: await namedVoice(params.voice_id, caller, context) }),
);

const showSettings = accountRoute(
  {
    ...facts,
    method: "get",
    path: "/elevenlabs/v1/voices/{voice_id}/settings",
    operationId: "elevenlabs.voices.getSettings",
    summary: "Get voice settings",
    description: "The same of every voice: only the speed of a call changes how one speaks.",
    params: voiceParams,
    query: noInput,
    responses: { 200: { description: "The settings.", schema: voiceSettings, bare: true } },
    errors: ["voice_not_found"],
  },
  async ({ params }, caller, context) => {
    await namedVoice(params.voice_id, caller, context);
    return { status: 200, bare: usualSettings };
  },
);

const showDefaultSettings = accountRoute(
  {
    ...facts,
    method: "get",
    path: "/elevenlabs/v1/voices/settings/default",
    operationId: "elevenlabs.voices.getDefaultSettings",
    summary: "Get default voice settings",
    description: "Those of every voice: only the speed of a call changes how one speaks.",
    params: noInput,
    query: noInput,
    responses: { 200: { description: "The settings.", schema: voiceSettings, bare: true } },
    errors: [],
  },
  () => Promise.resolve({ status: 200, bare: usualSettings }),
);

export const done = z.object({ status: z.literal("ok") }).meta({ id: "ElevenLabsDone" });
export const isDone = { status: 200, bare: { status: "ok" } } as const;

const remove = accountRoute(
  {
    ...facts,
    method: "delete",
    path: "/elevenlabs/v1/voices/{voice_id}",
    operationId: "elevenlabs.voices.delete",
    summary: "Delete a voice",
    params: ownVoiceParams,
    query: noInput,
    responses: { 200: { description: "It is deleted.", schema: done, bare: true } },
    errors: ["voice_not_found"],
  },
  async ({ params }, { userId }, { resources }) => {
    await deleteVoice(resources, { voiceId: ownVoiceId(params), userId });
    return isDone;
  },
);

/** The routes by which ElevenLabs' clients read voices. */
export const voiceRoutes = [list, search, show, showSettings, showDefaultSettings, remove];

import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { integer } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { listVoices } from "#src/domain/voices/catalogue-queries.ts";
import type { Voice } from "#src/domain/voices/queries.ts";
import { sarvam } from "./dialect.ts";

/** More than an account may have. */
const maxVoices = 500;
const word = text({ max: 255 }).optional();

const voice = z.object({
  id: z.uuid(),
  name: z.string(),
  language: z.string().meta({ description: "A primary tag." }),
  gender: z.string().nullable(),
  accent: z.string().nullable(),
  descriptor: z.string().nullable(),
  status: z.literal("active"),
  source: z.literal("cloned"),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  has_preview: z.literal(false),
});

const voiceList = z
  .object({ status: z.literal("success"), data: z.object({ voices: z.array(voice), total: z.int() }) })
  .meta({ id: "SarvamVoiceList" });

const present = (userId: string, { description, created_at: created, ...row }: Voice): z.output<typeof voice> => ({
  ...{ id: row.id, name: row.name, language: row.language, gender: row.gender, accent: row.accent },
  ...{ descriptor: description, status: "active", source: "cloned", created_by: userId },
  ...{ created_at: created.toISOString(), has_preview: false },
});

/** Lists the account's own voices, whose ids and names `speaker` takes. */
export const listVoicesRoute = accountRoute(
  {
    method: "get",
    path: "/sarvam/voices",
    operationId: "sarvam.voices.list",
    tag: sarvam.tag,
    summary: "List custom voices",
    access: "account",
    scope: "voices",
    params: noInput,
    query: z.object({
      search: word.meta({ description: "A part of the name." }),
      gender: word,
      accent: word,
      limit: integer({ min: 1, max: 200 }).default(50),
      offset: integer({ min: 0 }).default(0),
    }),
    body: noBody,
    responses: { 200: { description: "The voices that can speak, newest first.", schema: voiceList, bare: true } },
    errors: [],
  },
  async ({ query }, { userId }, { resources, engines }) => {
    const { synthesis } = await engines.current();
    const filter = { userId, type: "custom", engines: synthesis, page: 1, limit: maxVoices } as const;
    const { items } = await listVoices(resources.db, filter);
    const isAsked = (value: string | null, asked = ""): boolean =>
      asked === "" || value?.toLowerCase() === asked.toLowerCase();
    const voices = items
      .filter(({ status, name, gender, accent }) => {
        const isFound = name.toLowerCase().includes((query.search ?? "").toLowerCase());
        return status === "ready" && isFound && isAsked(gender, query.gender) && isAsked(accent, query.accent);
      })
      .slice(query.offset, query.offset + query.limit)
      .map((row) => present(userId, row));
    return { status: 200, bare: { status: "success", data: { voices, total: voices.length } } };
  },
);

import { randomUUID } from "node:crypto";
import { noBody } from "#src/api/bodies/body.ts";
import { storedAudioHeaders, storedAudioReply, storedAudioResponses } from "#src/api/http/stored-audio.ts";
import { openRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { showcaseVoiceIds, transcribableExamples, exampleTranscript } from "#src/domain/examples/examples.ts";
import { findVisibleVoice, type Voice } from "#src/domain/voices/queries.ts";
import { exampleAudio, exampleTranscriptJson, findExample, keptTranscript, noExample } from "./make-example.ts";
import { exampleList, exampleParams } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Examples";
const contentType = "audio/mpeg";
const errors = ["not_found", "rate_limited", "unavailable"] as const;
const facts = { method: "get", tag, access: "public", query: noInput, body: noBody } as const;
/** They change when the operator installs other models. */
const cached = { "Cache-Control": "public, max-age=60" };

const presentVoice = ({ id, name, language, gender, accent, quality }: Voice) => ({
  voice_id: id,
  ...{ name, language, gender, accent, quality },
});

async function showcaseVoices({ resources: { db }, engines }: RequestContext) {
  const ids = showcaseVoiceIds(await engines.current());
  const voices = await Promise.all(ids.map((voiceId) => findVisibleVoice(db, { voiceId, userId: null })));
  return voices.filter((voice) => voice !== null).map(presentVoice);
}

async function recordings(context: RequestContext) {
  const offered = transcribableExamples(await context.engines.current());
  const found = await Promise.all(offered.map(({ id }) => findExample(context, id)));
  return Promise.all(
    found
      .filter((spoken) => spoken !== null)
      .map(async (spoken) => ({
        example_id: spoken.example.id,
        title: spoken.example.title,
        language: spoken.example.language,
        voice_name: spoken.voice.name,
        transcript: await keptTranscript(context, spoken),
      })),
  );
}

const list = openRoute(
  {
    ...facts,
    path: "/v1/examples",
    operationId: "examples.list",
    summary: "List examples",
    description: "What a visitor hears and reads before signing up. Nothing is spoken or transcribed for this answer.",
    params: noInput,
    responses: {
      200: {
        description: "Those of this installation.",
        schema: exampleList,
        headers: { "Cache-Control": "It may be a minute old." },
      },
    },
    errors: ["unavailable"],
  },
  async (_input, _caller, context) => {
    const [voices, spoken] = await Promise.all([showcaseVoices(context), recordings(context)]);
    return { status: 200, headers: cached, data: { voices, recordings: spoken } };
  },
);

const audio = openRoute(
  {
    ...facts,
    path: "/v1/examples/{example_id}/audio",
    operationId: "examples.getAudio",
    summary: "Get example audio",
    description:
      "As MP3. It is spoken when it is asked for the first time, and then kept; only that counts against the limit of the " +
      "demo (`demo_synthesis`).",
    params: exampleParams,
    requestHeaders: storedAudioHeaders,
    responses: storedAudioResponses([contentType]),
    errors: [...errors, "range_not_satisfiable"],
  },
  async ({ params }, _caller, context): Promise<Reply> => {
    const spoken = await findExample(context, params.example_id);
    if (spoken === null) throw noExample();
    await exampleAudio(context, spoken);
    const reply = await storedAudioReply(context, { key: spoken.audioKey, contentType, missing: noExample });
    return { ...reply, headers: { ...reply.headers, ...cached } };
  },
);

const transcript = openRoute(
  {
    ...facts,
    path: "/v1/examples/{example_id}/transcript",
    operationId: "examples.getTranscript",
    summary: "Get an example transcript",
    description:
      "What the engines of this installation understand of its audio. It is made when it is asked for the first time, and " +
      "then kept; only that counts against the limits of the demo (`demo_synthesis`, `demo_transcription`).",
    params: exampleParams,
    responses: {
      200: {
        description: "The transcript.",
        schema: exampleTranscript,
        headers: { "Cache-Control": "It may be a minute old." },
      },
    },
    errors,
  },
  async ({ params }, _caller, context): Promise<Reply> => {
    const spoken = await findExample(context, params.example_id);
    if (spoken === null) throw noExample();
    // The audio is work of its own, with an id of its own.
    await exampleAudio({ ...context, requestId: randomUUID() }, spoken);
    return { status: 200, headers: cached, data: await exampleTranscriptJson(context, spoken) };
  },
);

/** The routes of the examples, which the service makes itself and anyone may hear. */
export const exampleRoutes = [list, audio, transcript];

import { z } from "zod";
import { transcriptFormats } from "#db/engine-schema.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import type { LiveChoice } from "#src/api/sockets/codec.ts";
import { openLive, resumeLive } from "#src/api/sockets/open-live.ts";
import {
  type MessageDocument,
  type OfferedCredential,
  type OpenedSocket,
  type SocketContext,
  socketRoute,
} from "#src/api/sockets/socket-route.ts";
import { liveEncodings } from "#src/api/sockets/worker-link.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer, integerAmong } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { newResumeToken, takeOverSession } from "#src/domain/live/resume-session.ts";
import { usualSampleRates } from "#src/domain/speech/audio-formats.ts";
import { clientMessages, createLiveCodec, serverMessages } from "./live-codec.ts";

/** Hz */
const usualRate = 16_000;
/** Milliseconds. */
const endpointing = { min: 0, max: 60_000, usual: { silence: 500, smart: 3_000 } } as const;

/** The options of a session, which hold for all its connections. */
const sessionQuery = z.object({
  language: text({ max: 35 })
    .optional()
    .meta({
      description: "A BCP 47 tag, code or English name of a language, or `auto`. English when absent.",
      examples: ["en"],
    }),
  model: text({ max: 100 })
    .default("auto")
    .meta({ description: "`auto`, `fast`, `accurate`, or the name of a model.", examples: ["auto"] }),
  encoding: literal(liveEncodings).default("pcm_s16le").meta({
    description: "How the samples are laid out, without a header; `container` for WebM, Ogg or another file.",
  }),
  sample_rate: integerAmong(usualSampleRates)
    .default(usualRate)
    .meta({ description: "Hz, of samples without a header.", examples: [usualRate] }),
  interim_results: boolean().default(true).meta({ description: "Whether words are sent before they are final." }),
  endpointing_ms: integer({ min: endpointing.min, max: endpointing.max })
    .optional()
    .meta({
      description:
        "Milliseconds of silence that end an utterance; less than 128 count as 128. 0 where silence alone ends none. 500 when absent, 3000 with `end_of_turn=smart`.",
      examples: [500],
    }),
  end_of_turn: literal(["silence", "smart"]).default("silence").meta({
    description:
      "`smart` asks a model in a pause of 200 ms whether the speaker has finished: if so, the utterance ends at once, else after `endpointing_ms`.",
  }),
  words: boolean().default(true).meta({ description: "Whether each word is sent with its times." }),
  revisions: boolean().default(false).meta({
    description:
      "Whether a later `final` may replace earlier ones, which its `replaces` names, after 1.5 s of silence: fewer words are wrong.",
  }),
  format: literal(transcriptFormats).default("smart").meta({
    description: "How English numbers are written: in figures (`smart`), or in the words that were said (`verbatim`).",
  }),
});

/** The longest token of a session that is looked for, in characters. */
const longestToken = 100;
const largestNumber = 1_000_000_000;

const liveQuery = sessionQuery.extend({
  resume: text({ min: 1, max: longestToken })
    .optional()
    .meta({
      description:
        "The `resume_token` of a session whose connection has broken: it goes on, with the options that it was opened with.",
      examples: ["u0Zr5Dk3yJ7mBqfYtL1wPnC8sVhXaG2eRiO6bTdKjMQ"],
    }),
  after: integer({ min: 0, max: largestNumber }).default(0).meta({
    description: "With `resume`: the highest `id` of a `final` that was received; later ones are sent again.",
  }),
});

const protocol = "speech";
const tokenPrefix = "token.";

/** A browser offers `speech` and `token.<temporary token>`; the first of them that holds no secret is answered. */
function offered(names: readonly string[]): OfferedCredential | null {
  const token = names.find((name) => name.startsWith(tokenPrefix));
  if (token === undefined && !names.includes(protocol)) return null;
  return {
    authorization: token === undefined ? null : `Bearer ${token.slice(tokenPrefix.length)}`,
    selected: names.includes(protocol) ? protocol : (token ?? protocol),
  };
}

const documented = (schemas: Readonly<Record<string, z.ZodType>>): readonly MessageDocument[] =>
  Object.entries(schemas).map(([name, schema]) => ({ name, summary: name.replaceAll("_", " "), schema }));

/** Transcribes while the sound is sent. */
export const speechLive = socketRoute(
  {
    path: "/v1/speech/live",
    operationId: "speech.live",
    tag: "Speech",
    summary: "Transcribe live",
    description:
      "Send audio in binary frames, and receive words as they are understood. A call that is no upgrade gets 426. The AsyncAPI document, `/asyncapi.json`, has the messages.",
    scope: "speech",
    temporaryTokens: true,
    liveTokens: true,
    query: liveQuery,
    limit: "live",
    errors: [
      ...(["engine_unavailable", "unavailable", "language_unsupported", "model_not_found"] as const),
      ...(["session_not_found", "insufficient_credits"] as const),
    ],
    offered,
    messages: { client: documented(clientMessages), server: documented(serverMessages) },
  },
  ({ resume, after, ...query }, caller, context) =>
    resume === undefined ? open(query, caller, context) : goOn({ token: resume, after }, caller, context),
);

type SessionQuery = z.output<typeof sessionQuery>;

function silenceOf({ endpointing_ms: sent, end_of_turn: way }: SessionQuery): number | null {
  return sent === 0 ? null : (sent ?? endpointing.usual[way]);
}

const choiceOf = (query: SessionQuery): LiveChoice => ({
  ...{ language: query.language, encoding: query.encoding, sample_rate: query.sample_rate },
  ...{ interim_results: query.interim_results, revises: query.revisions },
  endpointing_ms: silenceOf(query),
  end_of_turn: query.end_of_turn,
  options: { model: query.model, transcriptFormat: query.format },
});

function open(query: SessionQuery, caller: Caller, context: SocketContext): Promise<OpenedSocket> {
  const { config } = context.resources;
  const { token, sha256 } = newResumeToken();
  const codec = createLiveCodec({
    ...{ requestId: context.requestId, publicUrl: config.publicUrl, resumeToken: token, from: 0, lastFinalId: null },
    expiresAt: new Date(Date.now() + config.live.maxMs),
    ...{ hasWords: query.words, hasPartials: query.interim_results },
  });
  return openLive(context, caller, { ...choiceOf(query), codec, resumption: { tokenSha256: sha256, query } });
}

interface Resuming {
  readonly token: string;
  readonly after: number;
}

/** @throws DomainError `session_not_found`, and those of `resumeLive` */
async function goOn({ token: shown, after }: Resuming, caller: Caller, context: SocketContext): Promise<OpenedSocket> {
  const { db, config } = context.resources;
  const next = newResumeToken();
  const { userId, apiKeyId, sessionId } = caller;
  const resumed = await takeOverSession(db, { shown, next, userId, apiKeyId, sessionId });
  const query = sessionQuery.parse(resumed.query);
  const { lastId } = resumed;
  const codec = createLiveCodec({
    ...{ requestId: resumed.requestId, publicUrl: config.publicUrl, resumeToken: next.token, from: resumed.from },
    ...{ lastFinalId: lastId === 0 ? null : `${lastId}`, hasWords: query.words, hasPartials: query.interim_results },
    expiresAt: new Date(resumed.startedAt.getTime() + config.live.maxMs),
  });
  const opened = await resumeLive(context, caller, { ...choiceOf(query), codec, resumed, after });
  context.resources.metrics.liveCalls().countResume();
  return opened;
}

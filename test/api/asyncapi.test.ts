import test from "ava";
import { z } from "zod";
import { asyncApiDocument } from "#src/api/openapi/asyncapi.ts";
import { socketRoutes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";

const reference = z.object({ $ref: z.string() });
const message = z.looseObject({ contentType: z.string(), payload: z.unknown().optional() });
const document = z
  .object({
    channels: z.record(z.string(), z.object({ address: z.string(), messages: z.record(z.string(), message) })),
    operations: z.record(z.string(), z.object({ channel: reference, messages: z.array(reference) })),
  })
  .parse(asyncApiDocument(socketRoutes, readConfig({})));

/** The fields of vendors in which sound is base64. */
const base64Fields = /"(?:audio|audio_base_64|audio_base64)":\{/;
const namesOf = (operation: string): readonly string[] =>
  (document.operations[operation]?.messages ?? []).map(({ $ref }) => $ref.split("/").at(-1) ?? "");

test("each message of an operation is one of its channel", (t) => {
  for (const { channel, messages } of Object.values(document.operations)) {
    const known = document.channels[channel.$ref.replace("#/channels/", "")]?.messages ?? {};
    for (const { $ref } of messages) {
      t.true($ref.startsWith(`${channel.$ref}/messages/`));
      t.true(($ref.split("/").at(-1) ?? "") in known, $ref);
    }
  }
});

test("a protocol has sound in binary frames, to the service or from it, or as base64 in a message, and never both", (t) => {
  for (const { operationId, path, speaks } of socketRoutes) {
    const [sends, receives] = [namesOf(`${operationId}.send`), namesOf(`${operationId}.receive`)];
    const { messages = {} } = document.channels[operationId] ?? {};
    const hasFrames = "sound" in messages;
    const [there, elsewhere] = speaks === true ? [receives, sends] : [sends, receives];
    t.is(there.includes("sound"), hasFrames, path);
    t.false(elsewhere.includes("sound"), path);
    const written = there.filter((name) => name !== "sound").map((name) => JSON.stringify(messages[name]?.payload));
    t.is(
      written.some((schema) => base64Fields.test(schema)),
      !hasFrames,
      path,
    );
  }
});

test("the sockets of Deepgram, AssemblyAI and our own have binary frames, those of OpenAI, ElevenLabs and Sarvam none", (t) => {
  const paths = (hasFrames: boolean) =>
    Object.values(document.channels)
      .filter(({ messages }) => "sound" in messages === hasFrames)
      .map(({ address }) => address);
  t.true(
    paths(true).every((path) => /^\/(?:deepgram\/|assemblyai\/)?v[123]\/(?:listen|speak|speech\/|ws$)/.test(path)),
    paths(true).join(" "),
  );
  t.true(
    paths(false).every((path) =>
      /^\/(?:elevenlabs|openai|sarvam)\/|^\/v1\/(?:realtime$|text-to-speech\/)|^\/(?:speech-to-text|speech-to-text-realtime|text-to-speech)\/ws$/.test(
        path,
      ),
    ),
    paths(false).join(" "),
  );
  t.true(paths(true).length >= 3 && paths(false).length >= 4);
});

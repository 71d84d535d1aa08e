import { randomUUID } from "node:crypto";
import test from "ava";
import { apiKeyScopes } from "#db/schema.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { openApiDocument } from "#src/api/openapi.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";
import { authenticateApiKey } from "#src/domain/api-keys/authenticate-api-key.ts";
import { grantTemporaryToken } from "#src/domain/api-keys/grant-temporary-token.ts";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { wav } from "#harness/audio/sounds.ts";
import type { CallOptions } from "#harness/clients/client.ts";
import { newKey } from "#harness/service/account.ts";
import { startService } from "#test/support/service.ts";

// No worker runs: what is accepted is answered with 504.
const service = await startService({
  env: { OPENAI_WAIT_SECONDS: "1", DEEPGRAM_WAIT_SECONDS: "1", ELEVENLABS_WAIT_SECONDS: "1" },
});
const { resources } = service;
const { key, userId } = await service.account();
const revoked = await service.account();
const past = { revoked_at: new Date() };
await resources.db.updateTable("api_keys").set(past).where("user_id", "=", revoked.userId).execute();

const { apiKeyId } = await authenticateApiKey(resources, key);
const token = await grantTemporaryToken(resources, { apiKeyId, ttlSeconds: 3600 });
test.after.always(() => service[Symbol.asyncDispose]());

/** Paths whose calls a token may make. */
const speaksOrTranscribes = /\/(?:audio\/(?:speech|transcriptions)|listen|speak|text-to-speech\/.*|speech-to-text)$/;

/** A valid call of a route, and what it is answered when the key is good, too. */
interface Sample {
  readonly path: string;
  readonly status: number;
  readonly options?: CallOptions;
}

/** A second of silence in a form. */
function formOf(field: string, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  form.set(field, new Blob([wav(1)]), "recording.wav");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function textFormOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const speech = { json: { model: "tts-1", voice: "alloy", input: "Hello." } };

const elevenLabsSpeech = "/elevenlabs/v1/text-to-speech/{voice_id}";
const readings = ["/v1/voices", "/v1/voices/settings/default", "/v2/voices", "/v1/user", "/v1/user/subscription"].map(
  (path) => `/elevenlabs${path}`,
);
const elevenLabs: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(
    ["", "/stream", "/with-timestamps", "/stream/with-timestamps"].map((form) => [
      `post ${elevenLabsSpeech}${form}`,
      {
        path: `/elevenlabs/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb${form}`,
        status: 504,
        options: { json: { text: `Hello${form}.` } },
      },
    ]),
  ),
  "post /elevenlabs/v1/speech-to-text": {
    path: "/elevenlabs/v1/speech-to-text",
    status: 504,
    options: { form: formOf("file", { model_id: "scribe_v1" }) },
  },
  "post /elevenlabs/v1/voices/add": {
    path: "/elevenlabs/v1/voices/add",
    status: 200,
    options: { form: formOf("files", { name: "Mine" }) },
  },
  ...Object.fromEntries(readings.map((path) => [`get ${path}`, { path, status: 200 }])),
  "get /elevenlabs/v1/voices/{voice_id}": { path: "/elevenlabs/v1/voices/JBFqnCBsd6RMkjVDRZzb", status: 200 },
  "get /elevenlabs/v1/voices/{voice_id}/settings": {
    path: "/elevenlabs/v1/voices/JBFqnCBsd6RMkjVDRZzb/settings",
    status: 200,
  },
  "post /elevenlabs/v1/voices/{voice_id}/settings/edit": {
    path: "/elevenlabs/v1/voices/JBFqnCBsd6RMkjVDRZzb/settings/edit",
    status: 200,
    options: { json: { speed: 1 } },
  },
  "post /elevenlabs/v1/voices/{voice_id}/edit": {
    path: `/elevenlabs/v1/voices/${randomUUID()}/edit`,
    status: 404,
    options: { form: textFormOf({ name: "Mine" }) },
  },
  "delete /elevenlabs/v1/voices/{voice_id}": { path: `/elevenlabs/v1/voices/${randomUUID()}`, status: 404 },
};

const recording = { options: { form: formOf("file", { model: "whisper-1" }) } };
const samples: Readonly<Record<string, Sample>> = {
  "post /openai/v1/audio/speech": { path: "/openai/v1/audio/speech", status: 504, options: speech },
  "post /v1/audio/speech": { path: "/v1/audio/speech", status: 504, options: speech },
  "post /openai/v1/audio/transcriptions": { path: "/openai/v1/audio/transcriptions", status: 504, ...recording },
  "post /v1/audio/transcriptions": { path: "/v1/audio/transcriptions", status: 504, ...recording },
  "post /openai/v1/audio/translations": { path: "/openai/v1/audio/translations", status: 400, ...recording },
  "post /v1/audio/translations": { path: "/v1/audio/translations", status: 400, ...recording },
  "get /openai/v1/audio/voices": { path: "/openai/v1/audio/voices", status: 200 },
  "get /v1/audio/voices": { path: "/v1/audio/voices", status: 200 },
  "get /openai/v1/audio/models": { path: "/openai/v1/audio/models", status: 200 },
  "get /v1/audio/models": { path: "/v1/audio/models", status: 200 },
  "get /openai/v1/models": { path: "/openai/v1/models", status: 200 },
  "get /v1/models": { path: "/v1/models", status: 200 },
  "get /openai/v1/models/{model}": { path: "/openai/v1/models/whisper-1", status: 200 },
  "get /v1/models/{model}": { path: "/v1/models/whisper-1", status: 200 },
  "post /deepgram/v1/listen": { path: "/deepgram/v1/listen", status: 504, options: { body: wav(1) } },
  "post /deepgram/v1/speak": { path: "/deepgram/v1/speak", status: 504, options: { json: { text: "Hello." } } },
  "post /deepgram/v1/auth/grant": { path: "/deepgram/v1/auth/grant", status: 200 },
  "get /deepgram/v1/models": { path: "/deepgram/v1/models", status: 200 },
  "get /deepgram/v1/models/{model_id}": { path: "/deepgram/v1/models/none", status: 404 },
  "get /deepgram/v1/projects": { path: "/deepgram/v1/projects", status: 200 },
  "get /elevenlabs/v1/models": { path: "/elevenlabs/v1/models", status: 200 },
  ...elevenLabs,
};

const { paths } = openApiDocument(routes, readConfig({}));

const inDialects = routes.filter(({ path }) => dialectAt(path) !== null);

test("the table of valid calls knows every route of a dialect", (t) => {
  const names = inDialects.map(({ method, path }) => `${method} ${path}`);
  t.deepEqual(names.toSorted(), Object.keys(samples).toSorted());
});

for (const { method, path, scope, access } of inDialects) {
  const sample = samples[`${method} ${path}`];
  if (sample === undefined) continue;
  const call = (shown: CallOptions) => service.call(method.toUpperCase(), sample.path, { ...sample.options, ...shown });

  test(`${method} ${path} is for accounts, and takes no key that is not valid`, async (t) => {
    t.is(access, "account");
    for (const shown of [{}, { key: newApiKey() }, { key: "nonsense" }, { key: revoked.key }]) {
      t.is((await call(shown)).status, 401);
    }
    t.is((await call({ key })).status, sample.status);
  });

  const example = paths[path]?.[method]?.requestBody?.content["application/json"]?.example;
  if (example !== undefined) {
    test(`${method} ${path} takes its example as it is documented`, async (t) => {
      const answer = await service.call(method.toUpperCase(), sample.path, { key, json: example });
      t.is(answer.status, sample.status, answer.bytes.toString());
    });
  }

  test(`${method} ${path} takes a temporary token only if it speaks or transcribes`, async (t) => {
    const answer = await call({ key: token });
    t.is(answer.status, speaksOrTranscribes.test(path) ? sample.status : 403);
  });

  test(`${method} ${path} takes a key by its scope: ${scope}`, async (t) => {
    const fit = await newKey(resources, userId, scope === "any" ? ["usage"] : [scope]);
    t.is((await call({ key: fit })).status, sample.status);
    if (scope === "any") return;
    const others = apiKeyScopes.filter((other) => other !== scope);
    t.is((await call({ key: await newKey(resources, userId, others) })).status, 403);
  });
}

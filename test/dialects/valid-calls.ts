import { redactedAudioUrl } from "#src/api/dialects/assemblyai/redacted-audio-routes.ts";
import { wav } from "#harness/audio/sounds.ts";
import { pronunciationCalls } from "#test/api/pronunciation-calls.ts";
import type { ValidCall } from "#test/api/valid-call.ts";
import { fileAddresses } from "#src/api/dialects/sarvam/job-addresses.ts";
import { insertBatch, insertDraft, insertHeard, insertMuted, insertPendingVoice } from "#test/support/rows.ts";

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

const speech = () => ({ json: { model: "tts-1", voice: "alloy", input: "Hello." } });

const elevenLabsSpeech = "/elevenlabs/v1/text-to-speech/{voice_id}";
const readings = ["/v1/voices", "/v1/voices/settings/default", "/v2/voices", "/v1/user", "/v1/user/subscription"].map(
  (path) => `/elevenlabs${path}`,
);
const elevenLabs: Readonly<Record<string, ValidCall>> = {
  ...Object.fromEntries(
    ["", "/stream", "/with-timestamps", "/stream/with-timestamps"].map((form) => [
      `post ${elevenLabsSpeech}${form}`,
      {
        path: `/elevenlabs/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb${form}`,
        status: 504,
        options: () => ({ json: { text: `Hello${form}.` } }),
      },
    ]),
  ),
  "post /elevenlabs/v1/speech-to-text": {
    path: "/elevenlabs/v1/speech-to-text",
    status: 504,
    options: () => ({ form: formOf("file", { model_id: "scribe_v1" }) }),
  },
  "get /elevenlabs/v1/speech-to-text/transcripts/{transcription_id}": {
    path: (its) => `/elevenlabs/v1/speech-to-text/transcripts/${its.heard}`,
    status: 200,
  },
  "delete /elevenlabs/v1/speech-to-text/transcripts/{transcription_id}": {
    path: async (its) => `/elevenlabs/v1/speech-to-text/transcripts/${await insertHeard(its.resources, its.ownerId)}`,
    status: 200,
  },
  "get /elevenlabs/v1/text-to-speech/{voice_id}/stream-input": {
    path: "/elevenlabs/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/stream-input",
    status: 426,
  },
  "get /elevenlabs/v1/text-to-speech/{voice_id}/multi-stream-input": {
    path: "/elevenlabs/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/multi-stream-input",
    status: 426,
  },
  "get /v1/text-to-speech/{voice_id}/stream-input": {
    path: "/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/stream-input",
    status: 426,
  },
  "get /v1/text-to-speech/{voice_id}/multi-stream-input": {
    path: "/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/multi-stream-input",
    status: 426,
  },
  "get /elevenlabs/v1/speech-to-text/realtime": { path: "/elevenlabs/v1/speech-to-text/realtime", status: 426 },
  "post /elevenlabs/v1/single-use-token/{token_type}": {
    path: "/elevenlabs/v1/single-use-token/realtime_scribe",
    status: 200,
  },
  "post /elevenlabs/v1/voices/add": {
    path: "/elevenlabs/v1/voices/add",
    status: 200,
    options: () => ({ form: formOf("files", { name: "Mine" }) }),
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
    options: () => ({ json: { speed: 1 } }),
  },
  "post /elevenlabs/v1/voices/{voice_id}/edit": {
    path: (its) => `/elevenlabs/v1/voices/${its.voiceId}/edit`,
    status: 200,
    options: () => ({ form: textFormOf({ name: "Mine" }) }),
  },
  "delete /elevenlabs/v1/voices/{voice_id}": {
    path: async (its) => `/elevenlabs/v1/voices/${await insertPendingVoice(its.resources, its.ownerId)}`,
    status: 200,
  },
};

const sarvamSpeech = { status: 504, options: () => ({ json: { text: "Hello.", language_code: "en-IN" } }) };
const sarvamRecording = () => ({ form: formOf("file", { model: "saaras:v3" }) });

const job = "/speech-to-text/job/v1";
const translationJob = "/speech-to-text-translate/job/v1";

type Subjects = Parameters<Exclude<ValidCall["path"], string>>[0];

/** Deletes the jobs of earlier calls, since an account may have 20 that have not ended. */
async function deleteJobs({ resources: { db }, draft, ownerId }: Subjects): Promise<void> {
  const unfinished = db.deleteFrom("speech_batches").where("finished_at", "is", null).where("id", "<>", draft.id);
  await unfinished.where("user_id", "=", ownerId).execute();
}

/** The calls for jobs at a path. */
const jobsAt = (path: string): Readonly<Record<string, ValidCall>> => ({
  [`post ${path}`]: {
    path: (its) => deleteJobs(its).then(() => path),
    // No model translates here.
    status: path.includes("translate") ? 422 : 202,
    options: () => ({ json: { job_parameters: { model: "saaras:v3" } } }),
  },
  [`post ${path}/upload-files`]: {
    path: `${path}/upload-files`,
    status: 200,
    options: ({ draft }) => ({ json: { job_id: draft.id, files: ["a.wav"] } }),
  },
  [`post ${path}/download-files`]: {
    path: `${path}/download-files`,
    status: 200,
    options: ({ draft }) => ({ json: { job_id: draft.id, files: [] } }),
  },
  [`post ${path}/{job_id}/start`]: {
    path: async (its) => {
      await deleteJobs(its);
      return `${path}/${(await insertDraft(its.resources, its.ownerId, true)).id}/start`;
    },
    status: 200,
  },
  [`get ${path}/{job_id}/status`]: {
    path: async (its) => `${path}/${await insertBatch(its.resources, its.ownerId)}/status`,
    status: 200,
  },
});

/** An address that the service signs, without its origin. */
async function jobFile(its: Subjects, method: "put" | "get"): Promise<string> {
  const addressOf = await fileAddresses(its.resources, method);
  return addressOf(method === "put" ? its.draft.fileId : its.heard).slice(its.resources.config.publicUrl.length);
}

/** The calls of Sarvam's clients, with its prefix or without. */
const sarvamAt = (prefix: "" | "/sarvam"): Readonly<Record<string, ValidCall>> => ({
  [`post ${prefix}/text-to-speech`]: { path: `${prefix}/text-to-speech`, ...sarvamSpeech },
  [`post ${prefix}/text-to-speech/stream`]: { path: `${prefix}/text-to-speech/stream`, ...sarvamSpeech },
  [`post ${prefix}/speech-to-text`]: { path: `${prefix}/speech-to-text`, status: 504, options: sarvamRecording },
  [`post ${prefix}/speech-to-text-translate`]: {
    path: `${prefix}/speech-to-text-translate`,
    // No model translates here.
    status: 422,
    options: sarvamRecording,
  },
  ...jobsAt(`${prefix}${job}`),
  ...jobsAt(`${prefix}${translationJob}`),
  ...Object.fromEntries(
    ["/speech-to-text/ws", "/speech-to-text-realtime/ws", "/text-to-speech/ws"].map((path) => [
      `get ${prefix}${path}`,
      { path: `${prefix}${path}`, status: 426 },
    ]),
  ),
});

const transcript = "/assemblyai/v2/transcript";
const parts = ["", "/sentences", "/paragraphs", "/srt", "/vtt", "/word-search"];
const assemblyAi: Readonly<Record<string, ValidCall>> = {
  "post /assemblyai/v2/upload": { path: "/assemblyai/v2/upload", status: 200, options: () => ({ body: wav(1) }) },
  "post /assemblyai/v2/transcript": {
    path: transcript,
    status: 200,
    options: () => ({ json: { audio_url: "https://example.com/recording.wav" } }),
  },
  "get /assemblyai/v2/transcript": { path: transcript, status: 200 },
  ...Object.fromEntries(
    parts.map((part) => [
      `get ${transcript}/{transcript_id}${part}`,
      { path: (its) => `${transcript}/${its.heard}${part}${part === "/word-search" ? "?words=a" : ""}`, status: 200 },
    ]),
  ),
  [`get ${transcript}/{transcript_id}/redacted-audio`]: {
    path: async (its) => `${transcript}/${await insertMuted(its.resources, its.ownerId)}/redacted-audio`,
    status: 200,
  },
  [`get ${transcript}/{transcript_id}/redacted-audio.flac`]: {
    path: async (its) => {
      const id = await insertMuted(its.resources, its.ownerId);
      return (await redactedAudioUrl(its, id)).slice(its.resources.config.publicUrl.length);
    },
    status: 200,
  },
  "delete /assemblyai/v2/transcript/{transcript_id}": {
    path: async (its) => `${transcript}/${await insertHeard(its.resources, its.ownerId)}`,
    status: 200,
  },
  "get /assemblyai/v3/token": { path: "/assemblyai/v3/token?expires_in_seconds=60", status: 200 },
  "get /assemblyai/v3/ws": { path: "/assemblyai/v3/ws", status: 426 },
};

/** The same calls at the paths without a prefix. */
const withoutPrefix = (calls: Readonly<Record<string, ValidCall>>): Readonly<Record<string, ValidCall>> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, { path, ...call }]) => {
      const bare = (sent: string): string => sent.replace(/^\/assemblyai/, "");
      const pathOf =
        typeof path === "string" ? bare(path) : async (its: Parameters<typeof path>[0]) => bare(await path(its));
      return [name.replace("/assemblyai", ""), { ...call, path: pathOf }];
    }),
  );

const recording = { options: () => ({ form: formOf("file", { model: "whisper-1" }) }) };
/** Valid calls, by method and path of the route. Without workers, work is waited for until the time is over: 504. */
export const dialectCalls: Readonly<Record<string, ValidCall>> = {
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
  "get /openai/v1/realtime": { path: "/openai/v1/realtime", status: 426 },
  "get /v1/realtime": { path: "/v1/realtime", status: 426 },
  "post /openai/v1/realtime/client_secrets": { path: "/openai/v1/realtime/client_secrets", status: 200 },
  "post /v1/realtime/client_secrets": { path: "/v1/realtime/client_secrets", status: 200 },
  "get /openai/v1/models/{model}": { path: "/openai/v1/models/whisper-1", status: 200 },
  "get /v1/models/{model}": { path: "/v1/models/whisper-1", status: 200 },
  "post /deepgram/v1/listen": { path: "/deepgram/v1/listen", status: 504, options: () => ({ body: wav(1) }) },
  "get /deepgram/v1/listen": { path: "/deepgram/v1/listen", status: 426 },
  "get /v1/listen": { path: "/v1/listen", status: 426 },
  "get /deepgram/v1/speak": { path: "/deepgram/v1/speak", status: 426 },
  "get /v1/speak": { path: "/v1/speak", status: 426 },
  "post /deepgram/v1/speak": { path: "/deepgram/v1/speak", status: 504, options: () => ({ json: { text: "Hello." } }) },
  "post /deepgram/v1/auth/grant": { path: "/deepgram/v1/auth/grant", status: 200 },
  "get /deepgram/v1/models": { path: "/deepgram/v1/models", status: 200 },
  "get /deepgram/v1/models/{model_id}": { path: "/deepgram/v1/models/none", status: 404 },
  "get /deepgram/v1/projects": { path: "/deepgram/v1/projects", status: 200 },
  "get /elevenlabs/v1/models": { path: "/elevenlabs/v1/models", status: 200 },
  ...elevenLabs,
  ...pronunciationCalls,
  ...sarvamAt("/sarvam"),
  ...sarvamAt(""),
  "put /sarvam/job-files/{file_id}": {
    path: (its) => jobFile(its, "put"),
    status: 201,
    options: () => ({ body: new Uint8Array(wav(1)) }),
  },
  "get /sarvam/job-files/{file_id}": { path: (its) => jobFile(its, "get"), status: 200 },
  "get /sarvam/voices": { path: "/sarvam/voices", status: 200 },
  ...assemblyAi,
  ...withoutPrefix(assemblyAi),
};

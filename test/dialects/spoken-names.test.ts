import test from "ava";
import { z } from "zod";
import { wav } from "#harness/audio/sounds.ts";
import type { CallOptions } from "#harness/clients/client.ts";
import { startService } from "#test/support/service.ts";

// No worker runs: what is accepted is answered with 504, and kept with the language that it was understood as.
const waits = { OPENAI_WAIT_SECONDS: "1", DEEPGRAM_WAIT_SECONDS: "1", ELEVENLABS_WAIT_SECONDS: "1" };
const maxBytes = 100_000;
const service = await startService({ env: { ...waits, AUDIO_MAX_BYTES: `${maxBytes}` } });
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const recording = wav(1);
const formOf = (field: string, fields: Readonly<Record<string, string>>): CallOptions => {
  const form = new FormData();
  form.set(field, new Blob([recording]), "recording.wav");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return { form };
};

/** A transcription in each dialect whose language is named so. */
const transcriptions = {
  openai: (language: string) =>
    service.call("POST", "/openai/v1/audio/transcriptions", {
      key,
      ...formOf("file", { model: "whisper-1", language }),
    }),
  deepgram: (language: string) =>
    service.call("POST", `/deepgram/v1/listen?language=${encodeURIComponent(language)}`, { key, body: recording }),
  elevenlabs: (language: string) =>
    service.call("POST", "/elevenlabs/v1/speech-to-text", {
      key,
      ...formOf("file", { model_id: "scribe_v1", language_code: language }),
    }),
};

/** A synthesis in each dialect that takes a language, and in our own API. */
const syntheses = {
  ours: (language: string) =>
    service.call("POST", "/v1/speech/synthesize", {
      key,
      json: { text: "Olá.", language },
      headers: { prefer: "respond-async" },
    }),
  openai: (language: string) =>
    service.call("POST", "/openai/v1/audio/speech", {
      key,
      json: { model: "tts-1", voice: "alloy", input: "Olá.", language },
    }),
  elevenlabs: (language_code: string) =>
    service.call("POST", "/elevenlabs/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb", {
      key,
      json: { text: "Olá.", language_code },
    }),
};

const languageOf = async (headers: Headers): Promise<unknown> => {
  const { json } = await service.call("GET", `/v1/speech/requests/${headers.get("x-request-id")}`, { key });
  return z.object({ data: z.object({ language: z.string() }) }).parse(json).data.language;
};

for (const [dialect, transcribe] of Object.entries(transcriptions)) {
  test.serial(
    `a transcription of ${dialect} takes names, codes and underscores, and auto as no language`,
    async (t) => {
      for (const language of ["english", "English", "en_US", "EN-gb", "eng", "auto"]) {
        const { status, headers } = await transcribe(language);
        t.is(status, 504, language);
        t.is(await languageOf(headers), "en", language);
      }
      for (const language of ["elvish", "german", "de_DE"])
        t.true([400, 422].includes((await transcribe(language)).status));
    },
  );
}

for (const [dialect, speak] of Object.entries(syntheses)) {
  test.serial(`a synthesis of ${dialect} takes pt_BR as Portuguese`, async (t) => {
    for (const language of ["pt_BR", "pt-BR", "por", "Portuguese"]) {
      const { status, headers } = await speak(language);
      t.true([202, 504].includes(status), language);
      t.is(await languageOf(headers), "pt", language);
    }
    t.true([400, 422].includes((await speak("elvish")).status));
  });
}

test("a file that is too large is refused with the limit, in every dialect", async (t) => {
  const body = new Uint8Array(maxBytes + 1);
  const form = new FormData();
  form.set("file", new Blob([body]), "recording.wav");
  form.set("model", "whisper-1");
  form.set("model_id", "scribe_v1");
  for (const [path, options] of [
    ["/openai/v1/audio/transcriptions", { form }],
    ["/v1/audio/transcriptions", { form }],
    ["/deepgram/v1/listen", { body }],
    ["/elevenlabs/v1/speech-to-text", { form }],
  ] as const) {
    const { status, json } = await service.call("POST", path, { key, ...options });
    t.is(status, 413, path);
    t.true(JSON.stringify(json).includes(`The audio file is too large. The maximum is ${maxBytes} bytes.`), path);
  }
});

test("a file whose part has no file name is refused with what it needs, in every dialect with forms", async (t) => {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const open = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n';
  for (const content of [wav(2.5), "just a text", "x".repeat(70_000)]) {
    const body = Uint8Array.from(
      Buffer.concat([Buffer.from(open), Buffer.from(content), Buffer.from("\r\n--b--\r\n")]),
    );
    const openAi = await service.call("POST", "/openai/v1/audio/transcriptions", { key, headers, body });
    t.is(openAi.status, 400);
    t.like(openAi.json, { error: { param: "file", code: "invalid_value" } });
    t.true(JSON.stringify(openAi.json).includes("file: The file needs a filename."));
    const elevenLabs = await service.call("POST", "/elevenlabs/v1/speech-to-text", { key, headers, body });
    t.is(elevenLabs.status, 422);
    if (content !== "just a text") t.true(JSON.stringify(elevenLabs.json).includes("The file needs a filename."));
  }
});

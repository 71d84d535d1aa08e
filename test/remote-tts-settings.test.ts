import test from "ava";
import { ConfigError, readConfig } from "#src/config.ts";

const settings = {
  REMOTE_TTS_URL: "https://tts.example.com/v1/",
  REMOTE_TTS_KEY: "sk-4711",
  REMOTE_TTS_MODEL: "tts-1",
  REMOTE_TTS_VOICES: "alloy:Alloy:en, nova:Nova the second:hi",
};

const remoteTtsOf = (changes: Readonly<Record<string, string>>) =>
  readConfig({ ...settings, ...changes }, "synthesis").remoteTts;

test("the settings of a speech server for texts are read by the synthesis worker alone", (t) => {
  t.deepEqual(remoteTtsOf({}), {
    ...{ baseUrl: "https://tts.example.com", apiKey: "sk-4711", model: "tts-1", concurrency: 4 },
    voices: [
      { id: "alloy", name: "Alloy", language: "en" },
      { id: "nova", name: "Nova the second", language: "hi" },
    ],
  });
  t.is(remoteTtsOf({ REMOTE_TTS_VOICES: "alloy:Alloy:en,alloy:Alloy:hi" })?.voices.length, 2);
  t.is(remoteTtsOf({ REMOTE_TTS_URL: "" }), null);
  t.is(readConfig(settings, "api").remoteTts, null);
});

test("settings of a speech server that cannot be right are refused by name", (t) => {
  for (const [changes, message] of [
    [{ REMOTE_TTS_MODEL: "" }, /^REMOTE_TTS_URL needs REMOTE_TTS_MODEL and REMOTE_TTS_VOICES/],
    [{ REMOTE_TTS_VOICES: "" }, /^REMOTE_TTS_URL needs/],
    [{ REMOTE_TTS_VOICES: "alloy" }, /^REMOTE_TTS_VOICES: Voices are needed as/],
    [{ REMOTE_TTS_VOICES: "alloy:Alloy:en-US" }, /^REMOTE_TTS_VOICES: /],
    [{ REMOTE_TTS_VOICES: "alloy:A:en,nova:B:en,alloy:C:en" }, /^REMOTE_TTS_VOICES: Two voices have the same id/],
    [{ REMOTE_TTS_URL: "http://tts.example.com" }, /^REMOTE_TTS_URL needs https/],
    [{ REMOTE_TTS_URL: "https://me:sk@tts.example.com" }, /^REMOTE_TTS_URL must not hold .* REMOTE_TTS_KEY/],
  ] as const) {
    t.throws(() => remoteTtsOf(changes), { instanceOf: ConfigError, message });
  }
});

import test from "ava";
import { ConfigError, readConfig } from "#src/config.ts";

const settings = {
  REMOTE_ASR_URL: "https://asr.example.com/v1/",
  REMOTE_ASR_KEY: "sk-4711",
  REMOTE_ASR_MODEL: "Systran/faster-whisper-large-v3",
  REMOTE_ASR_LANGUAGES: "en, hi,auto",
};

const remoteAsrOf = (changes: Readonly<Record<string, string>>) =>
  readConfig({ ...settings, ...changes }, "transcription").remoteAsr;

test("the settings of a remote speech server are read by the transcription worker alone", (t) => {
  t.deepEqual(remoteAsrOf({}), {
    ...{ baseUrl: "https://asr.example.com", apiKey: "sk-4711", tier: "accurate", concurrency: 4 },
    ...{ model: "Systran/faster-whisper-large-v3", name: "faster-whisper-large-v3" },
    ...{ languages: ["en", "hi"], detectsLanguage: true },
  });
  t.like(remoteAsrOf({ REMOTE_ASR_KEY: "", REMOTE_ASR_LANGUAGES: "en", REMOTE_ASR_TIER: "fast" }), {
    ...{ apiKey: null, detectsLanguage: false, tier: "fast" },
  });
  t.is(remoteAsrOf({ REMOTE_ASR_URL: "" }), null);
  t.is(readConfig(settings, "api").remoteAsr, null);
});

test("a speech server is reached by https, except on this machine and in networks of one's own", (t) => {
  const own = ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "10.1.2.3", "172.31.0.9", "192.168.1.5", "[fd00::7]"];
  for (const host of [...own, "speaches:8000", "gpu.internal", "speaches.asr.svc.cluster.local"])
    t.is(remoteAsrOf({ REMOTE_ASR_URL: `http://${host}/v1` })?.baseUrl, `http://${host}`);
  for (const host of [
    "asr.example.com",
    "8.8.8.8",
    "172.32.0.1",
    "169.254.169.254",
    "[2001:db8::1]",
    "10.0.0.1.example",
  ])
    t.throws(() => remoteAsrOf({ REMOTE_ASR_URL: `http://${host}` }), { message: /^REMOTE_ASR_URL needs https/ });
  t.is(
    remoteAsrOf({ REMOTE_ASR_URL: "https://gateway.example.com/asr/v1/" })?.baseUrl,
    "https://gateway.example.com/asr",
  );
});

test("missing or invalid settings are reported at start-up, without the key", (t) => {
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ REMOTE_ASR_MODEL: "" }, /^REMOTE_ASR_URL needs REMOTE_ASR_MODEL and REMOTE_ASR_LANGUAGES beside it\.$/],
    [{ REMOTE_ASR_LANGUAGES: "" }, /^REMOTE_ASR_URL needs/],
    [{ REMOTE_ASR_LANGUAGES: "en-US" }, /^REMOTE_ASR_LANGUAGES: Primary language tags/],
    [{ REMOTE_ASR_LANGUAGES: "auto" }, /^REMOTE_ASR_LANGUAGES: Primary language tags/],
    [{ REMOTE_ASR_URL: "ftp://asr.example.com" }, /^REMOTE_ASR_URL: /],
    [{ REMOTE_ASR_URL: "https://me:sk-4711@asr.example.com" }, /^REMOTE_ASR_URL must not hold a user or a password/],
    [{ REMOTE_ASR_URL: "https://asr.example.com/?key=sk-4711" }, /^REMOTE_ASR_URL must end before/],
    [{ REMOTE_ASR_KEY: "sk-4711\n" }, /^REMOTE_ASR_KEY: A key of printable characters/],
    [{ REMOTE_ASR_MODEL: "two words" }, /^REMOTE_ASR_MODEL: /],
    [{ REMOTE_ASR_TIER: "best" }, /^REMOTE_ASR_TIER: /],
    [{ REMOTE_ASR_CONCURRENCY: "0" }, /^REMOTE_ASR_CONCURRENCY: /],
  ];
  for (const [changes, message] of wrong) {
    const error = t.throws(() => remoteAsrOf(changes), { instanceOf: ConfigError, message });
    t.false(error?.message.includes("sk-4711"));
  }
});

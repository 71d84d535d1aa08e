import test from "ava";
import { ConfigError, readConfig } from "#src/config.ts";
import { primaryTag } from "#src/domain/speech/language-tag.ts";

const settings = {
  REMOTE_ASR_URL: "https://asr.example.com/v1/",
  REMOTE_ASR_KEY: "sk-4711",
  REMOTE_ASR_MODEL: "Systran/faster-whisper-large-v3",
  REMOTE_ASR_LANGUAGES: "en, hi,auto",
};

const serversOf = (changes: Readonly<Record<string, string>>) =>
  readConfig({ ...settings, ...changes }, "transcription").remoteAsr;
const remoteAsrOf = (changes: Readonly<Record<string, string>>) => serversOf(changes)[0];

test("the settings of a remote speech server are read by the transcription worker alone", (t) => {
  t.deepEqual(remoteAsrOf({}), {
    ...{ baseUrl: "https://asr.example.com", apiKey: "sk-4711", tier: "accurate", concurrency: 4 },
    ...{ model: "Systran/faster-whisper-large-v3", name: "faster-whisper-large-v3" },
    ...{ languages: ["en", "hi"], detectsLanguage: true, translates: false, profile: "openai" },
  });
  t.true(remoteAsrOf({ REMOTE_ASR_TRANSLATES: "true" })?.translates);
  t.like(remoteAsrOf({ REMOTE_ASR_KEY: "", REMOTE_ASR_LANGUAGES: "en", REMOTE_ASR_TIER: "fast" }), {
    ...{ apiKey: null, detectsLanguage: false, tier: "fast" },
  });
  t.deepEqual(serversOf({ REMOTE_ASR_URL: "" }), []);
  t.deepEqual(readConfig(settings, "api").remoteAsr, []);
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

const indic = {
  ...{ url: "http://indic:10803", model: "ai4bharat/indic-conformer-600m-multilingual", name: "indic-conformer" },
  ...{ languages: ["hi", "brx", "mni"], profile: "indic-conformer", concurrency: 1 },
};
const vllm = { url: "https://gpu.example.com/v1", key: "sk-4712", model: "openai/whisper-large-v3", languages: ["de"] };
const listOf = (...servers: readonly unknown[]) => ({ REMOTE_ASR_SERVERS: JSON.stringify(servers) });

test("further servers are a list in JSON, behind the one of the short form or alone", (t) => {
  const all = serversOf(listOf(indic, vllm));
  t.deepEqual(
    all.map(({ name }) => name),
    ["faster-whisper-large-v3", "indic-conformer", "whisper-large-v3"],
  );
  t.deepEqual(all[1], {
    ...{ baseUrl: "http://indic:10803", apiKey: null, tier: "accurate", concurrency: 1, profile: "indic-conformer" },
    ...{ model: indic.model, name: "indic-conformer", languages: ["hi", "brx", "mni"], detectsLanguage: false },
    translates: false,
  });
  t.like(all[2], { baseUrl: "https://gpu.example.com", apiKey: "sk-4712", profile: "openai", concurrency: 4 });
  const detecting = { ...vllm, languages: ["de", "auto"], tier: "fallback" };
  const [alone, ...none] = serversOf({ REMOTE_ASR_URL: "", ...listOf(detecting) });
  t.like(alone, { languages: ["de"], detectsLanguage: true, tier: "fallback" });
  t.deepEqual(none, []);
  t.deepEqual(serversOf({ REMOTE_ASR_URL: "", REMOTE_ASR_SERVERS: "[]" }), []);
});

test("the languages of a further server may be any official one of India", (t) => {
  const tags = "as bn brx doi gu hi kn kok ks mai ml mni mr ne or pa sa sat sd ta te ur".split(" ");
  t.deepEqual(serversOf(listOf({ ...indic, languages: tags }))[1]?.languages, tags);
  for (const tag of tags) t.is(primaryTag(`${tag}-IN`), tag, "callers reach it by this tag");
});

test("what is wrong with a further server is reported with its place and field, without a key", (t) => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['{"key":"sk-4711"', /^REMOTE_ASR_SERVERS: A list in JSON is needed/],
    ["sk-4711", /^REMOTE_ASR_SERVERS: A list in JSON is needed/],
    [JSON.stringify(vllm), /^REMOTE_ASR_SERVERS: Invalid input: expected array/],
    ['["sk-4711"]', /^REMOTE_ASR_SERVERS\[0\]: Invalid input: expected object/],
    ...(
      [
        [{ url: undefined }, /^REMOTE_ASR_SERVERS\[1\]\.url: Invalid input/],
        [{ url: "http://gpu.example.com" }, /^REMOTE_ASR_SERVERS\[1\]\.url needs https/],
        [{ url: "https://me:sk-4711@gpu.example.com" }, /\[1\]\.url must not hold .* Set key instead\.$/],
        [{ url: "https://gpu.example.com/?key=sk-4711" }, /\[1\]\.url must end before/],
        [{ key: "sk-4711\n" }, /\[1\]\.key: A key of printable characters/],
        [{ key: ["sk-4711"] }, /\[1\]\.key: Invalid input: expected string/],
        [{ model: "" }, /\[1\]\.model: The name of a model is needed/],
        [{ name: "my model" }, /\[1\]\.name: A name of letters/],
        [{ name: "auto" }, /\[1\]\.name: auto means no engine: choose another name/],
        [{ model: "org/fast" }, /\[1\]\.name: fast means no engine/],
        [{ name: "indic-conformer" }, /\[1\]\.name: Another server is called indic-conformer, too/],
        [{ model: "x/faster-whisper-large-v3" }, /\[1\]\.name: Another server is called faster-whisper-large-v3/],
        [{ languages: "de,en" }, /\[1\]\.languages: Invalid input: expected array/],
        [{ languages: ["auto"] }, /\[1\]\.languages: Primary language tags/],
        [{ languages: ["de-DE"] }, /\[1\]\.languages: Primary language tags/],
        [{ languages: ["de", 7] }, /\[1\]\.languages\[1\]: Invalid input: expected string/],
        [{ tier: "best" }, /\[1\]\.tier: Invalid option/],
        [{ concurrency: 0 }, /\[1\]\.concurrency: Too small/],
        [{ concurrency: "4" }, /\[1\]\.concurrency: Invalid input: expected number/],
        [{ profile: "sk-4711" }, /\[1\]\.profile: Invalid option/],
        [{ profile: "indic-conformer", languages: ["hi", "auto"] }, /\[1\]\.languages: .* detect no language/],
        [{ profile: "indic-conformer", translates: true }, /\[1\]\.translates: .* do not translate/],
        [{ langauges: ["de"] }, /\[1\]: langauges is not known\. There are url, key, model, name, languages/],
        [{ "sk-4711": "" }, /\[1\]: A field is not known/],
      ] as const
    ).map(([changes, message]) => [JSON.stringify([indic, { ...vllm, ...changes }]), message] as const),
    [`[${JSON.stringify(indic)}, {"__proto__": {"key": "sk-4711"}}]`, /REMOTE_ASR_SERVERS\[1\]\.url: Invalid input/],
  ];
  for (const [servers, message] of wrong) {
    const error = t.throws(() => serversOf({ REMOTE_ASR_SERVERS: servers }), { instanceOf: ConfigError, message });
    t.notRegex(error?.message ?? "", /sk-471/, servers);
  }
  const two = listOf({ ...vllm, model: "" }, { ...indic, tier: "best" });
  t.is(t.throws(() => serversOf(two), { instanceOf: ConfigError })?.message.split("\n").length, 2, "each at once");
});

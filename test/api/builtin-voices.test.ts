import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { voiceAnswer } from "#src/api/voices/schemas.ts";
import { defaultEnginesOf } from "#src/domain/engines/default-engines.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { startService, type TestService } from "#test/support/service.ts";

// No worker runs: the registry is written here, before it is asked for the first time.
const [bare, rich] = [await startService(), await startService()];
const languages = ["en", "es", "fr", "hi", "it", "ja", "pt"];
const kokoro = manifestOf("kokoro", { kind: "synthesis", languages });
await registerEngines(rich.resources, randomUUID(), readyEngines([kokoro, ...defaultEnginesOf("synthesis")]));
const broken = await startService();
await registerEngines(broken.resources, randomUUID(), [
  { manifest: kokoro, state: "unavailable", reason: "The host has ended." },
  ...readyEngines(defaultEnginesOf("synthesis")),
]);
test.after.always(() => Promise.all([bare, rich, broken].map((service) => service[Symbol.asyncDispose]())));

const page = z.object({ items: z.array(voiceAnswer), total: z.int() });
const listOf = async (service: TestService, query: string) => {
  const { key } = await service.account();
  return (await service.call("GET", `/v1/voices?type=builtin&limit=100&${query}`, { key })).data(page).items;
};

/** The voice that a text would be spoken by. */
async function voiceFor(service: TestService, json: object): Promise<string> {
  const { key } = await service.account();
  const headers = { prefer: "respond-async" };
  const answer = await service.call("POST", "/v1/speech/synthesize", { key, headers, json: { text: "Hi", ...json } });
  const path = `/v1/speech/requests/${answer.headers.get("x-request-id")}`;
  const request = z.object({ voice: z.object({ name: z.string() }) });
  return (await service.call("GET", path, { key })).data(request).voice.name;
}

test("the default voice of a language is the best one that is there", async (t) => {
  for (const [language, without, withKokoro] of [
    ["en", "Ray", "Harper"],
    ["hi-IN", "Hindi", "Anjali"],
    ["ja", "Japanese", "Japanese"],
    ["de", "German", "German"],
  ] as const) {
    t.deepEqual([await voiceFor(bare, { language }), await voiceFor(rich, { language })], [without, withKokoro]);
  }
  t.is(await voiceFor(rich, {}), "Harper");
});

test("natural voices come first where they can speak, the default one before the others", async (t) => {
  const [first, second, ...others] = await listOf(rich, "language=en");
  t.like(first, { name: "Harper", gender: "female", accent: "American", quality: "natural", licence: "Apache-2.0" });
  t.like(first, { default: true, available: true, deprecated: false });
  t.like(second, { quality: "natural", default: false });
  t.like(others.at(-1), { name: "Kal", deprecated: true, available: true });
});

test("voices whose engine is not there are listed behind those that can speak, and say so", async (t) => {
  const voices = await listOf(bare, "language=en");
  t.like(voices[0], { name: "Ray", quality: "standard", default: true, available: true });
  const natural = voices.filter(({ quality }) => quality === "natural");
  t.is(natural.length, 28);
  t.true(natural.every((voice) => !voice.available && !voice.default));
  t.true(voices.findIndex(({ quality }) => quality === "natural") > voices.findIndex(({ name }) => name === "English"));
});

test("voices say the state of their engine, and those that are installed are listed in any state", async (t) => {
  const stateIn = async (service: TestService): Promise<string | null | undefined> =>
    (await listOf(service, "language=en")).find(({ name }) => name === "Harper")?.engine_state;
  t.deepEqual([await stateIn(bare), await stateIn(rich), await stateIn(broken)], [null, "ready", "unavailable"]);
  const natural = async (service: TestService, query: string): Promise<number> =>
    (await listOf(service, `language=en&${query}`)).filter(({ quality }) => quality === "natural").length;
  t.is(await natural(bare, "installed=true"), 0);
  t.is(await natural(bare, "installed=false"), 28);
  t.is(await natural(broken, "installed=true"), 28);
  t.is(await natural(broken, "installed=true&available=true"), 0);
});

test("a voice that is not there can be named all the same", async (t) => {
  const voice = builtinVoices.find(({ engineVoice }) => engineVoice === "bf_emma");
  t.is(await voiceFor(bare, { voice_id: voice?.id }), "Emma");
});

test("Japanese voices of Kokoro say that they read kana only", async (t) => {
  const natural = (await listOf(rich, "language=ja")).filter(({ quality }) => quality === "natural");
  t.is(natural.length, 5);
  t.true(natural.every(({ description }) => description.includes("Reads kana only")));
});

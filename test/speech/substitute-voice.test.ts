import test from "ava";
import { unavailableSynthesis } from "#workers/speech/unavailable-synthesis.ts";
import type { EngineVoice } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { kokoroManifest } from "#workers/speech/engines/kokoro/open-kokoro.ts";
import { availableVoices } from "#workers/speech/synthesis/substitute-voice.ts";

const engines = [unavailableSynthesis(kokoroManifest(1), "It is away."), openFlite(), openEspeak()];

const substitutesOf = (voice: Omit<EngineVoice, "profile">, language: string) =>
  availableVoices({ ...voice, profile: null }, language, engines).map(({ engine, name }) => `${engine} ${name}`.trim());

test("a voice is substituted by one of its gender, by a woman's where it is not known", (t) => {
  for (const engine of ["piper", "remote-speech"]) {
    const voice = { engine, name: "anything" };
    t.deepEqual(substitutesOf({ ...voice, gender: "male" }, "en"), ["flite rms", "espeak-ng"]);
    t.deepEqual(substitutesOf({ ...voice, gender: "female" }, "en"), ["flite slt", "espeak-ng +f2"]);
    t.deepEqual(substitutesOf({ ...voice, gender: null }, "de"), ["espeak-ng +f2"]);
    t.deepEqual(substitutesOf({ ...voice, gender: "male" }, "de"), ["espeak-ng"]);
  }
  t.deepEqual(substitutesOf({ engine: "kokoro", name: "am_adam" }, "en"), ["flite rms", "espeak-ng"]);
  t.deepEqual(substitutesOf({ engine: "kokoro", name: "bf_emma", gender: null }, "en"), ["flite slt", "espeak-ng +f2"]);
});

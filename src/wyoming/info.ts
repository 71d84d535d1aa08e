import type { SpeechClient } from "#sdk/speech-client.ts";

/** The facts of everything that is described. */
const artifact = (name: string, description: string) => ({
  ...{ name, description, installed: true, version: null },
  attribution: { name: "speech-service", url: "" },
});

/** The data of `info`: what the service can do now, in one program that hears and one that speaks. */
export async function describeService(client: SpeechClient): Promise<object> {
  const [models, voices] = await Promise.all([modelsOf(client), voicesOf(client)]);
  const hearing = { ...artifact("speech-service", "Speech to text"), models, supports_transcript_streaming: true };
  const speaking = { ...artifact("speech-service", "Text to speech"), voices, supports_synthesize_streaming: true };
  const none = { handle: [], intent: [], wake: [], mic: [], snd: [] };
  return {
    asr: models.length === 0 ? [] : [{ ...hearing, requires_external_vad: true }],
    tts: voices.length === 0 ? [] : [speaking],
    ...none,
  };
}

/** The models by name, first the one that leaves the choice to the service. */
async function modelsOf({ api }: SpeechClient) {
  const { data } = await api.languages.list({ throwOnError: true });
  const pairs = data.data.items.flatMap(({ tag, transcription_models: names }) => names.map((name) => ({ tag, name })));
  const all = [...new Set(pairs.map(({ tag }) => tag))];
  if (all.length === 0) return [];
  const named = [...Map.groupBy(pairs, ({ name }) => name)].map(([name, found]) => ({
    ...artifact(name, name),
    languages: found.map(({ tag }) => tag),
  }));
  return [{ ...artifact("auto", "Chosen by the service"), languages: all }, ...named];
}

/** Voices without a quality are custom ones. */
const qualities = [null, "natural", "standard", "basic"] as const;

/** The voices, the best of each language first: Home Assistant shows them in this order. */
async function voicesOf(client: SpeechClient) {
  const found = await Array.fromAsync(client.voices({ available: true, limit: 100 }));
  const voices = found.toSorted((a, b) => qualities.indexOf(a.quality) - qualities.indexOf(b.quality));
  return voices.map(({ voice_id: id, name, language }) => ({
    ...artifact(id, name),
    languages: [language],
    speakers: null,
  }));
}

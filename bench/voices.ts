import { kokoro, missingKokoro, naturalSettings, voiceIdOf } from "#harness/service/natural-voices.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { median } from "#harness/statistics.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { analysisRate, levelsOf, powerSpectra } from "#workers/speech/audio/spectra.ts";
import { medianPitch } from "#workers/speech/voices/voiced-frames.ts";
import type { Figure, Report } from "./report.ts";
import { type BenchOptions, type MeasuredService, startService, untilApiOffersKokoro } from "./running-service.ts";

/** Two sentences a language, so that voices of one language can be compared. */
const texts: Readonly<Record<string, string>> = {
  en: "The harbour was still dark when the first boats came in, and their lamps moved slowly over the water. Would you like to hear how the day went on?",
  es: "El puerto estaba todavía oscuro cuando entraron los primeros barcos, y sus luces se movían despacio. ¿Quieres saber cómo siguió el día?",
  fr: "Le port était encore sombre quand les premiers bateaux sont rentrés, et leurs lampes glissaient sur l’eau. Voulez-vous savoir la suite ?",
  hi: "बंदरगाह में अभी अँधेरा था जब पहली नावें लौटीं, और उनकी बत्तियाँ पानी पर धीरे-धीरे चल रही थीं। क्या आप आगे की बात सुनना चाहेंगे?",
  it: "Il porto era ancora buio quando arrivarono le prime barche, e le loro luci si muovevano piano sull’acqua. Vuoi sapere come continuò la giornata?",
  ja: "みなとは まだ くらくて、はじめの ふねが かえってきました。つづきを ききたいですか。",
  pt: "O porto ainda estava escuro quando chegaram os primeiros barcos, e as suas luzes moviam-se devagar. Quer saber como o dia continuou?",
};

interface Sound {
  /** Median of the voiced frames, in Hz. */
  readonly pitchHz: number;
  readonly lettersPerSecond: number;
  /** The mean level of the upper third of 25 bands beside that of the lower third, in dB. */
  readonly brightnessDb: number;
}

/** How Kokoro's voices sound, each beside the median of its language: what their descriptions were written from. */
export async function measureVoices(options: BenchOptions): Promise<Report> {
  const missing = await missingKokoro();
  if (missing !== null) throw new Error(`Voices cannot be measured: ${missing}`);
  const load = machineLoad();
  await using service = await startService(["api", "maintenance"], options, naturalSettings);
  await service.start("synthesis", naturalSettings);
  await untilApiOffersKokoro(service, options.signal);
  const voices = builtinVoices.filter(({ engine }) => engine === kokoro);
  const measured: { readonly language: string; readonly name: string; readonly sound: Sound }[] = [];
  for (const { language, name, engineVoice } of voices) {
    const sound = await soundOf(service, { language, engineVoice, signal: options.signal });
    measured.push({ language, name: `${name} (${engineVoice})`, sound });
  }
  const figures = measured.flatMap(({ language, name, sound }) => {
    const others = measured.filter((other) => other.language === language).map((other) => other.sound);
    const figure = (measure: string, unit: string, of: (one: Sound) => number): Figure => ({
      ...{ measure: `${name}: ${measure}`, unit },
      ...{ baseline: median(others.map(of)), service: of(sound) },
    });
    return [
      figure("pitch", "Hz", (one) => one.pitchHz),
      figure("pace", "letters/s", (one) => one.lettersPerSecond),
      figure("brightness", "dB", (one) => one.brightnessDb),
    ];
  });
  return {
    title: `${voices.length} voices of Kokoro, two sentences each; ${service.stack}; ${load}`,
    baseline: "the median of the voices of the language",
    figures,
    notes: [],
  };
}

async function soundOf(
  { baseUrl, key, resources }: MeasuredService,
  {
    language,
    engineVoice,
    signal,
  }: { readonly language: string; readonly engineVoice: string; readonly signal: AbortSignal },
): Promise<Sound> {
  const text = texts[language];
  if (text === undefined) throw new Error(`There is no text for ${language}.`);
  const response = await fetch(`${baseUrl}/v1/speech/synthesize`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", accept: "audio/pcm" },
    body: JSON.stringify({
      text,
      voice_id: await voiceIdOf(resources, kokoro, engineVoice),
      sample_rate: analysisRate,
    }),
    signal,
  });
  if (!response.ok) throw new Error(`${engineVoice} answered ${response.status}: ${await response.text()}`);
  const samples = samplesOf(Buffer.from(await response.arrayBuffer()));
  const levels = levelsOf(powerSpectra(samples));
  const third = Math.floor(levels.length / 3);
  return {
    pitchHz: medianPitch(samples, analysisRate),
    lettersPerSecond: text.length / (samples.length / analysisRate),
    brightnessDb: mean(levels.slice(-third)) - mean(levels.slice(0, third)),
  };
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const samplesOf = (pcm: Buffer): Float32Array =>
  Float32Array.from({ length: Math.floor(pcm.length / 2) }, (_, at) => pcm.readInt16LE(2 * at) / 32_768);

import { readFileSync } from "node:fs";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { resample } from "#workers/speech/engines/kokoro/post-processing.ts";
import { serveHost } from "#workers/speech/process/serve-host.ts";
import { medianPitch } from "#workers/speech/voices/voiced-frames.ts";
import {
  type AnalysisModels,
  analysisModels,
  type AnalysisRequest,
  analysisRequest,
  type Description,
  type VoiceFeatures,
} from "./analysis-requests.ts";
import { rateClarity } from "./clarity.ts";
import { gainAt, gainsBetween } from "./equalizer.ts";
import { seededRandom } from "./seeded-random.ts";
import { clippedShare, floatsOf, secondsOf, to16k } from "./sound.ts";
import { embedSpectra, meanEmbedding, rowsOf, spectraOf } from "./speaker-encoder.ts";
import { analysisRate, levelsOf, type Spectra, withGains } from "#workers/speech/audio/spectra.ts";
import { fitTimbre, openStyleSpace, type StyleSpace, stylePoints, timbreOffset } from "./style-space.ts";

/** Silero VAD hears 32 ms at a time, with the 4 ms before. */
const [chunkSamples, contextSamples] = [512, 64];
const stateSize = 2 * 128;
/** Speech begins at the first and goes on while it is above the second. */
const thresholds = { begin: 0.5, stay: 0.35 } as const;
/** A pause of at most so many chunks, 0.3 s, belongs to the speech around it. */
const shortPause = 9;
/** Speech begins about so many chunks before it is noticed, and ends as many behind. */
const padding = 1;

interface Analysis {
  readonly encoder: InferenceSession;
  readonly dnsmos: InferenceSession;
  readonly vad: InferenceSession;
  readonly space: StyleSpace;
}

type RequestOf<Kind extends AnalysisRequest["kind"]> = Extract<AnalysisRequest, { kind: Kind }>;

serveHost(async (models) => {
  const analysis = await load(analysisModels.parse(models));
  return {
    selfTest: () => selfTest(analysis),
    run: (request) => answer(analysis, analysisRequest.parse(request)),
  };
});

/** One thread each, which does not spin while it waits. */
const open = (path: string): Promise<InferenceSession> =>
  InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  });

async function load({ encoder, dnsmos, vad, styles }: AnalysisModels): Promise<Analysis> {
  const bytes = readFileSync(styles);
  const floats = new Float32Array(Uint8Array.from(bytes).buffer);
  return {
    encoder: await open(encoder),
    dnsmos: await open(dnsmos),
    vad: await open(vad),
    space: openStyleSpace(floats),
  };
}

/** A second of a buzz: no speech, but each network must give what it gives. */
async function selfTest(analysis: Analysis): Promise<string | null> {
  const samples = Int16Array.from(
    { length: 2 * analysisRate },
    (_, at) => 8000 * Math.sin(at / 20) * Math.sin(at / 3000),
  );
  const found = await describe(analysis, { samples, sampleRate: analysisRate, speech: true });
  const numbers = [...found.embedding, ...found.levels, ...Object.values(found.clarity)];
  if (numbers.every((number) => Number.isFinite(number))) return null;
  return "A model of voice matching gave no numbers for a test sound: its file may be damaged. Run: npm run models -- pull ge2e-speaker-encoder dnsmos";
}

async function answer(analysis: Analysis, request: AnalysisRequest): Promise<unknown> {
  switch (request.kind) {
    case "points":
      return stylePoints(analysis.space, request.count, seededRandom(request.seed));
    case "hear":
      return hear(analysis, samplesOf(request));
    case "describe":
      return describe(analysis, request);
    case "embed":
      return embedClips(analysis, request);
    case "fit":
      return fit(analysis, request);
  }
}

type Sound = Pick<RequestOf<"hear">, "samples" | "sampleRate">;

function samplesOf({ samples, sampleRate }: Sound): Float32Array {
  const floats = floatsOf(samples);
  return sampleRate === analysisRate ? floats : to16k(floats);
}

async function hear({ encoder }: Analysis, samples: Float32Array): Promise<VoiceFeatures> {
  const spectra = spectraOf(samples);
  const rows = rowsOf(await embedSpectra(encoder, spectra));
  return {
    windows: [...rows],
    embedding: meanEmbedding(rows),
    levels: levelsOf(spectra),
    pitchHz: medianPitch(samples, analysisRate),
  };
}

async function describe(analysis: Analysis, request: Sound & { readonly speech: boolean }): Promise<Description> {
  const samples = samplesOf(request);
  return {
    ...(await hear(analysis, samples)),
    clarity: await rateClarity(analysis.dnsmos, samples),
    seconds: request.speech ? await speechSeconds(analysis.vad, samples) : secondsOf(samples),
    peak: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
    clipped: clippedShare(samples),
  };
}

/** How long there is speech in sound of 16 kHz, by Silero VAD. */
async function speechSeconds(vad: InferenceSession, samples: Float32Array): Promise<number> {
  const rate = new Tensor("int64", BigInt64Array.of(BigInt(analysisRate)), []);
  let state: Tensor = new Tensor("float32", new Float32Array(stateSize), [2, 1, 128]);
  let [chunks, pause] = [0, Infinity];
  for (let start = 0; start < samples.length; start += chunkSamples) {
    const input = Float32Array.from(
      { length: contextSamples + chunkSamples },
      (_, at) => samples[start - contextSamples + at] ?? 0,
    );
    const found = await vad.run({ input: new Tensor("float32", input, [1, input.length]), state, sr: rate });
    state = found["stateN"] ?? state;
    pause += 1;
    const threshold = pause === 1 ? thresholds.stay : thresholds.begin;
    if (Number(found["output"]?.data[0] ?? 0) <= threshold) continue;
    chunks += pause <= shortPause + 1 ? pause : 1 + 2 * padding;
    pause = 0;
  }
  return (chunks * chunkSamples) / analysisRate;
}

async function embedClips(
  { encoder }: Analysis,
  { clips, resampling, levels }: RequestOf<"embed">,
): Promise<Float32Array[]> {
  const embeddings: Float32Array[] = [];
  for (const clip of clips) {
    const spectra = spectraOf(to16k(resample(floatsOf(clip), resampling)));
    const windows = await embedSpectra(encoder, levels === null ? spectra : towards(spectra, levels));
    embeddings.push(meanEmbedding(rowsOf(windows)));
  }
  return embeddings;
}

function towards(spectra: Spectra, levels: readonly number[]): Spectra {
  const gains = gainsBetween(levelsOf(spectra), levels);
  return withGains(spectra, (hz) => gainAt(gains, hz));
}

function fit({ space }: Analysis, { points, embeddings, target, wanted }: RequestOf<"fit">): Float32Array[] {
  const coordinates = fitTimbre(space, { points, embeddings }, target);
  return wanted.map((one) => timbreOffset(space, one, coordinates));
}

import type { z } from "zod";
import type { AudioFormat } from "#db/schema.ts";
import { bitRate, checkEncoding, sampleRate } from "#src/api/speech/audio-encoding.ts";
import { literal, literalFault } from "#src/api/validation/literal.ts";
import { resolveEncoding, type WantedEncoding } from "#src/domain/speech/audio-formats.ts";
import type { RawSamples } from "#src/domain/speech/wav-header.ts";

const encodingNames = ["linear16", "flac", "mulaw", "alaw", "mp3", "opus", "aac"] as const;
const containerNames = ["none", "wav", "ogg"] as const;

type Encoding = (typeof encodingNames)[number];
type Container = (typeof containerNames)[number];

/** Our formats, by Deepgram's encodings and the containers that each may have; the first is the default. */
const formats: Readonly<Record<Encoding, ReadonlyMap<Container, AudioFormat>>> = {
  linear16: new Map([
    ["wav", "wav"],
    ["none", "pcm"],
  ]),
  mulaw: new Map([
    ["wav", "mulaw"],
    ["none", "mulaw"],
  ]),
  alaw: new Map([
    ["wav", "alaw"],
    ["none", "alaw"],
  ]),
  opus: new Map([["ogg", "ogg"]]),
  mp3: new Map([["none", "mp3"]]),
  flac: new Map([["none", "flac"]]),
  aac: new Map([["none", "aac"]]),
};

const containersOf = (encoding: Encoding): readonly Container[] => [...formats[encoding].keys()];

/** The fields of a query that say how speech is encoded. */
export const encodingFields = {
  encoding: literal(encodingNames).default("mp3").meta({ description: "`opus` is Ogg/Opus, `aac` is ADTS." }),
  container: literal(containerNames)
    .optional()
    .meta({
      description: encodingNames
        .map((encoding) => `\`${encoding}\`: ${containersOf(encoding).join(" (default), ")}`)
        .join("; "),
    }),
  sample_rate: sampleRate,
  bit_rate: bitRate,
};

interface Asked {
  readonly encoding: Encoding;
  readonly container?: Container | undefined;
  readonly sample_rate?: number | undefined;
  readonly bit_rate?: number | undefined;
}

/** Refuses a container that the encoding does not go into, and rates that it cannot have. */
export function checkSpokenEncoding(payload: z.core.ParsePayload<Asked>): void {
  const { value, issues } = payload;
  const containers = containersOf(value.encoding);
  if (value.container !== undefined && !containers.includes(value.container)) {
    const fault = literalFault(containers);
    issues.push({ code: "custom", path: ["container"], message: fault.msg, params: fault, input: value.container });
    return;
  }
  checkEncoding("mp3")({ ...payload, value: { ...value, format: encodingOf(value).format } });
}

/** The encoding that a query asks for. */
export function encodingOf({ encoding, container, sample_rate: hertz, bit_rate: bits }: Asked): WantedEncoding {
  const [[, usual] = ["none", "mp3"] as const] = formats[encoding];
  const format = container === undefined ? usual : (formats[encoding].get(container) ?? usual);
  return { format, sampleRate: hertz, bitRate: bits };
}

/** The encoding of samples that are made without a header and answered with that of a WAV file; null for others. */
export function samplesInWav({ encoding, container = "wav", ...rates }: Asked): RawSamples | null {
  if ((encoding !== "mulaw" && encoding !== "alaw") || container !== "wav") return null;
  return { encoding, sampleRate: resolveEncoding(encodingOf({ encoding, ...rates })).sampleRate, channels: 1 };
}

import type { z } from "zod";
import { type AudioFormat, audioFormats } from "#db/schema.ts";
import { type Fault, valueError } from "#src/api/validation/fault.ts";
import { literalFault } from "#src/api/validation/literal.ts";
import { integer, within } from "#src/api/validation/number.ts";
import { audioFormatFacts, resolveEncoding, type WantedEncoding } from "#src/domain/speech/audio-formats.ts";

const rates = audioFormats.map((format) => {
  const { sampleRates, defaultSampleRate } = audioFormatFacts[format];
  return `\`${format}\` ${sampleRates.join(", ")} (default ${defaultSampleRate})`;
});
const bitRates = audioFormats.flatMap((format) => {
  const { defaultBitRate } = audioFormatFacts[format];
  return defaultBitRate === null ? [] : `\`${format}\` (default ${defaultBitRate})`;
});

export const sampleRate = integer()
  .optional()
  .meta({
    enum: [...new Set(audioFormats.flatMap((format) => audioFormatFacts[format].sampleRates))].toSorted(
      (a, b) => a - b,
    ),
    description: `Hz, by the format: ${rates.join("; ")}.`,
  });

const bitRateBounds = audioFormats.flatMap((format) => {
  const { bitRates: boundsAt, sampleRates } = audioFormatFacts[format];
  return boundsAt === null ? [] : sampleRates.map((hertz) => boundsAt(hertz));
});

export const bitRate = integer()
  .optional()
  .meta({
    minimum: Math.min(...bitRateBounds.map(({ min }) => min)),
    maximum: Math.max(...bitRateBounds.map(({ max }) => max)),
    description: `Bits per second, for ${bitRates.join(", ")}. How many there may be depends on the sample rate.`,
  });

interface EncodingFault {
  readonly field: "sample_rate" | "bit_rate";
  readonly input: number;
  readonly fault: Fault;
}

/** Why speech cannot be encoded so; null when it can. */
function encodingFault(wanted: WantedEncoding): EncodingFault | null {
  const { format, sampleRate: hertz, bitRate: bits } = resolveEncoding(wanted);
  const facts = audioFormatFacts[format];
  if (!facts.sampleRates.includes(hertz)) {
    return { field: "sample_rate", input: hertz, fault: literalFault(facts.sampleRates) };
  }
  if (bits === null) return null;
  if (facts.bitRates === null) {
    return { field: "bit_rate", input: bits, fault: valueError(`${format} has no bit rate. Leave bit_rate out`) };
  }
  const bounded = within(bits, facts.bitRates(hertz));
  return bounded.ok ? null : { field: "bit_rate", input: bits, fault: bounded.fault };
}

interface Input {
  readonly format?: AudioFormat | undefined;
  readonly sample_rate?: number | undefined;
  readonly bit_rate?: number | undefined;
}

/** Refuses what the format cannot have. @param usual the format of a body that names none */
export const checkEncoding =
  (usual: AudioFormat) =>
  ({ value, issues }: z.core.ParsePayload<Input>): void => {
    const { format = usual, sample_rate: hertz, bit_rate: bits } = value;
    const found = encodingFault({ format, sampleRate: hertz, bitRate: bits });
    if (found === null) return;
    const { field, input, fault } = found;
    issues.push({ code: "custom", path: [field], message: fault.msg, params: fault, input });
  };

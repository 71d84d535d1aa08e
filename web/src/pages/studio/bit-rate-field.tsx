import type { AudioFormat } from "#web/api/audio-formats.ts";
import { SelectField } from "#web/components/field.tsx";
import { formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

/** Bits per second of speech at 24 kHz, the usual one first, by the formats that have a choice of them. */
const bitRates: Partial<Readonly<Record<AudioFormat, readonly number[]>>> = {
  mp3: [48_000, 64_000, 96_000, 128_000, 160_000],
  ogg: [32_000, 48_000, 64_000, 96_000, 128_000],
  aac: [48_000, 64_000, 96_000, 128_000],
};

interface BitRateFieldProps {
  readonly format: AudioFormat;
  /** 0 for the default of the format. */
  readonly value: number;
  readonly onChange: (bitRate: number) => void;
}

/** The quality of compressed audio; nothing for formats that have one quality only. */
export function BitRateField({ format, value, onChange }: BitRateFieldProps) {
  const [usual, ...others] = bitRates[format] ?? [];
  if (usual === undefined) return null;
  const nameOf = (rate: number): string => t("{rate} kbit/s", { rate: formatNumber(rate / 1_000) });
  return (
    <SelectField
      label={t("Quality")}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
      choices={[
        ["0", t("{rate} (default)", { rate: nameOf(usual) })],
        ...others.map((rate) => [String(rate), nameOf(rate)] as const),
      ]}
    />
  );
}

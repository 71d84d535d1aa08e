import { X } from "lucide-react";
import type { AccountLimits } from "#web/api/types.ts";
import { type SoundLength, useSoundLengths } from "#web/components/audio/use-sound-length.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { formatBytes, formatClock, formatCount, formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import type { TranscriptionOptions } from "./use-transcription.ts";
import { sentOfEach } from "./use-batch-upload.ts";
import type { ChosenFile } from "./use-chosen-files.ts";

const unknown = "–";

/** The credits of a recording of a batch, rounded up as the service does. */
const creditsOf = ({ seconds, channels }: SoundLength, pricePercent: number): number =>
  Math.ceil((channels * Math.ceil(seconds) * pricePercent) / 100);

interface RowProps {
  readonly file: ChosenFile;
  readonly length: SoundLength | null;
  readonly pricePercent: number;
  /** How much has been sent, 0 to 1; null before it is sent. */
  readonly sent: number | null;
  readonly onRemove: () => void;
}

const Row = ({ file: { audio }, length, pricePercent, sent, onRemove }: RowProps) => (
  <tr>
    <td className="long" data-label={t("Recording")}>
      {audio.name}
    </td>
    <td data-label={t("Length")}>{length === null ? unknown : formatClock(length.seconds)}</td>
    <td data-label={t("Size")}>{formatBytes(audio.size)}</td>
    <td data-label={t("Credits")}>{length === null ? unknown : formatNumber(creditsOf(length, pricePercent))}</td>
    <td>
      {sent === null ? (
        <span className="row-actions">
          <button
            type="button"
            className="button plain icon"
            aria-label={t("Remove {name}", { name: audio.name })}
            onClick={onRemove}
          >
            <X aria-hidden="true" />
          </button>
        </span>
      ) : (
        <ProgressBar share={sent} />
      )}
    </td>
  </tr>
);

interface ChosenFilesProps {
  readonly chosen: readonly ChosenFile[];
  readonly limits: AccountLimits;
  readonly channels: TranscriptionOptions["channels"];
  /** How much of all has been sent, 0 to 1; null before that. */
  readonly sent: number | null;
  readonly onRemove: (id: string) => void;
}

/** Several recordings that are transcribed together: each with its length and price, and both of all. */
export function ChosenFiles({ chosen, limits: { batch }, channels, sent, onRemove }: ChosenFilesProps) {
  const lengths = useSoundLengths(chosen, channels === "separate");
  const known = lengths.flatMap((length) => length ?? []);
  const seconds = known.reduce((sum, length) => sum + length.seconds, 0);
  const credits = known.reduce((sum, length) => sum + creditsOf(length, batch.price_percent), 0);
  const parts =
    sent === null
      ? []
      : sentOfEach(
          chosen.map(({ audio }) => audio),
          sent,
        );
  const values = {
    recordings: formatCount(chosen.length, "recording"),
    duration: formatClock(seconds),
    credits: formatCount(credits, "credit"),
    percent: batch.price_percent,
  };
  return (
    <>
      <ResponsiveTable columns={[t("Recording"), t("Length"), t("Size"), t("Credits")]} actions>
        {chosen.map((file, index) => (
          <Row
            key={file.id}
            file={file}
            length={lengths[index] ?? null}
            pricePercent={batch.price_percent}
            sent={parts[index] ?? null}
            onRemove={() => onRemove(file.id)}
          />
        ))}
      </ResponsiveTable>
      <p>
        {t(
          "{recordings}, {duration}: {credits}. A batch costs {percent} % of single recordings, and comes after other work.",
          values,
        )}{" "}
        {known.length < chosen.length && t("Lengths that this browser cannot read are not counted.")}
      </p>
    </>
  );
}

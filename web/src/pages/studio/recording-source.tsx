import { useState } from "react";
import { fieldProblem } from "#web/api/problem.ts";
import { RecordingInput } from "#web/components/audio/recording-input.tsx";
import { TextField } from "#web/components/field.tsx";
import { t } from "#web/messages/translate.ts";
import { ExampleRecordings } from "./example-recordings.tsx";

interface AddressFieldProps {
  readonly url: string;
  readonly onChange: (url: string) => void;
  /** The problem of the last call. */
  readonly error: unknown;
}

/** The address of a recording in place of a file. It is not kept with the draft: its query may be a permission. */
const AddressField = ({ url, onChange, error }: AddressFieldProps) => (
  <TextField
    label={t("Address")}
    value={url}
    onChange={onChange}
    problem={fieldProblem(error, "url")}
    hint={t("In place of a file: a public address, which the service fetches.")}
    placeholder="https://"
    autoComplete="off"
  />
);

interface RecordingSourceProps {
  readonly maxSeconds: number;
  readonly disabled: boolean;
  /** Whether there is a recording: examples and addresses are offered only without one. */
  readonly isTaken: boolean;
  readonly url: string;
  /** The problem of the last call. */
  readonly error: unknown;
  readonly onTake: (audio: Blob) => void;
  readonly onTakeSeveral: (files: readonly File[]) => void;
  readonly onAddress: (url: string) => void;
}

/** The ways to a recording: files, the microphone, an example, or an address. */
export function RecordingSource({ maxSeconds, disabled, isTaken, url, error, ...on }: RecordingSourceProps) {
  const [hasAddress, setHasAddress] = useState(false);
  const turnAddress = (): void => {
    // An address that is out of sight is not sent.
    if (url !== "") on.onAddress("");
    setHasAddress(!hasAddress);
  };
  return (
    <div className="recording-source">
      <RecordingInput maxSeconds={maxSeconds} disabled={disabled} onTake={on.onTake} onTakeSeveral={on.onTakeSeveral} />
      {!isTaken && (
        <ExampleRecordings disabled={disabled} onTake={on.onTake}>
          <button
            type="button"
            className="button quiet"
            aria-expanded={hasAddress}
            disabled={disabled}
            onClick={turnAddress}
          >
            {t("Use an address")}
          </button>
        </ExampleRecordings>
      )}
      {!isTaken && !disabled && hasAddress && <AddressField url={url} onChange={on.onAddress} error={error} />}
    </div>
  );
}

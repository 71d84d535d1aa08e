import { type DragEvent, useState } from "react";
import { t } from "#web/messages/translate.ts";

const recordings = "audio/*,video/*,.amr,.aif,.aifc,.aiff,.au,.caf,.g723,.gsm,.snd,.spx,.voc,.w64,.wma,.wv";

interface PickFileProps {
  readonly disabled: boolean;
  readonly label?: string;
  /** The kinds of files, as the `accept` of an input; recordings when absent. */
  readonly accept?: string;
  readonly onPick: (file: File) => void;
}

/** A place to drop a file on, and to choose one. A file without a byte is refused at once. */
export function FileInput({
  disabled,
  label = t("Drop a recording here, or choose a file"),
  accept = recordings,
  onPick,
}: PickFileProps) {
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const pick = (file: File): void => {
    setRefused(file.size === 0 ? file.name : null);
    if (file.size > 0) onPick(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined && !disabled) pick(file);
  };
  const dragOver = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way; the keyboard has the input */}
      <label className="drop" data-over={over} onDragOver={dragOver} onDragLeave={() => setOver(false)} onDrop={drop}>
        <span>{label}</span>
        <input
          type="file"
          accept={accept}
          disabled={disabled}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) pick(file);
            target.value = "";
          }}
        />
      </label>
      {refused !== null && (
        <p role="alert" className="problem long">
          {t("The file {name} is empty. Choose another one.", { name: refused })}
        </p>
      )}
    </>
  );
}

import { type DragEvent, type ReactNode, useState } from "react";
import { t } from "#web/messages/translate.ts";

const recordings = "audio/*,video/*,.amr,.aif,.aifc,.aiff,.au,.caf,.g723,.gsm,.snd,.spx,.voc,.w64,.wma,.wv";

interface PickFileProps {
  readonly disabled: boolean;
  readonly label?: string;
  /** The kinds of files, as the `accept` of an input; recordings when absent. */
  readonly accept?: string;
  readonly onPick: (file: File) => void;
  /** The way to send several files that are dropped at once; without it the first one is taken. */
  readonly several?: ReactNode;
}

/** A place to drop a file on, and to choose one. A file without a byte is refused at once. */
export function FileInput({
  disabled,
  label = t("Drop a recording here, or choose a file"),
  accept = recordings,
  onPick,
  several,
}: PickFileProps) {
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<ReactNode>(null);
  const pick = (file: File): void => {
    setRefusal(file.size === 0 ? t("The file {name} is empty. Choose another one.", { name: file.name }) : null);
    if (file.size > 0) onPick(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (disabled) return;
    const [file, ...others] = event.dataTransfer.files;
    if (others.length > 0 && several !== undefined) setRefusal(several);
    else if (file !== undefined) pick(file);
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
      {refusal !== null && (
        <p role="alert" className="problem long">
          {refusal}
        </p>
      )}
    </>
  );
}

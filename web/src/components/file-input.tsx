import { type DragEvent, useState } from "react";
import { t } from "#web/messages/translate.ts";

const recordings = "audio/*,video/*,.amr,.aif,.aifc,.aiff,.au,.caf,.g723,.gsm,.snd,.spx,.voc,.w64,.wma,.wv";

/** Bytes of a file that are looked at before it is sent. */
const lookedAt = 1_024;
const space = 0x20;
/** Tabs and ends of lines. */
const textControls = [0x09, 0x0a, 0x0d];

/** True of a file that begins with plain text, as no recording does. */
async function isText(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, lookedAt).arrayBuffer());
  if (!bytes.every((byte) => byte >= space || textControls.includes(byte))) return false;
  try {
    // The last character may be cut.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The reason why a file cannot be taken, as far as the page can tell; null for any other. */
async function refusalOf(file: File, accept: string): Promise<string | null> {
  const { name } = file;
  if (file.size === 0) return t("The file {name} is empty. Choose another one.", { name });
  // A file that cannot be read fails when it is sent, with the reason.
  const hasText = accept === recordings && (await isText(file).catch(() => false));
  return hasText ? t("The file {name} has text and no sound. Choose another one.", { name }) : null;
}

interface PickFileProps {
  readonly disabled: boolean;
  readonly label?: string;
  /** The kinds of files, as the `accept` of an input; recordings when absent. */
  readonly accept?: string;
  readonly onPick: (file: File) => void;
  /** Takes several files that are picked or dropped at once; without it the first one is taken. */
  readonly onPickSeveral?: ((files: readonly File[]) => void) | undefined;
}

/** A place to drop a file on, and to choose one. A file without a byte, or with text in place of sound, is refused at once. */
export function FileInput({
  disabled,
  label = t("Drop a recording here, or choose a file"),
  accept = recordings,
  onPick,
  onPickSeveral,
}: PickFileProps) {
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = async (files: readonly File[]): Promise<void> => {
    const refusals = await Promise.all(files.map((file) => refusalOf(file, accept)));
    setRefusal(refusals.find((one) => one !== null) ?? null);
    const [file, ...others] = files.filter((_, index) => refusals[index] === null);
    if (file === undefined) return;
    if (others.length > 0 && onPickSeveral !== undefined) onPickSeveral([file, ...others]);
    else onPick(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!disabled) void take([...event.dataTransfer.files]);
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
          multiple={onPickSeveral !== undefined}
          disabled={disabled}
          onChange={({ target }) => {
            void take([...(target.files ?? [])]);
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

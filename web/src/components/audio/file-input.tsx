import { type DragEvent, useState } from "react";

interface PickFileProps {
  readonly disabled: boolean;
  readonly onPick: (file: File) => void;
}

/** A place to drop a recording on, and to choose one. */
export function FileInput({ disabled, onPick }: PickFileProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined && !disabled) onPick(file);
  };
  const dragOver = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way; the keyboard has the input
    <label className="drop" data-over={over} onDragOver={dragOver} onDragLeave={() => setOver(false)} onDrop={drop}>
      <span>Drop a recording here, or choose a file</span>
      <input
        type="file"
        accept="audio/*,video/*,.amr,.aif,.aifc,.aiff,.au,.caf,.g723,.gsm,.snd,.spx,.voc,.w64,.wma,.wv"
        disabled={disabled}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onPick(file);
          target.value = "";
        }}
      />
    </label>
  );
}

import { useRef } from "react";
import { t } from "#web/messages/translate.ts";
import type { useLive } from "./use-live.ts";

type Said = Pick<ReturnType<typeof useLive>, "finals" | "interim">;

/** The words so far. Those that will not change are read out; those of the open utterance are lighter. */
export const Words = ({ finals, interim }: Said) => (
  <div className="live-words">
    <p>
      <span role="log" aria-live="polite" aria-label={t("Transcript")}>
        {finals.map(({ id, text }) => (
          <span key={id}>{text} </span>
        ))}
      </span>
      <span className="interim" aria-live="off">
        {interim}
      </span>
    </p>
  </div>
);

/** The words in large type over the whole screen. */
export function Captions(said: Said) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = (): void => {
    dialog.current?.showModal();
    // A browser that has no full screen shows them in its window.
    document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  const leave = (): void => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={open}>
        {t("Show captions")}
      </button>
      <dialog ref={dialog} className="captions" aria-label={t("Captions")} onClose={leave}>
        {said.finals.length === 0 && said.interim === "" && (
          <p className="hint">
            {t("What is said appears here in large type, over the whole screen. Close the captions to start or stop.")}
          </p>
        )}
        <Words {...said} />
        <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
          {t("Close captions")}
        </button>
      </dialog>
    </>
  );
}

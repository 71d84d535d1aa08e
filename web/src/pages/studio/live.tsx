import { useRef } from "react";
import { Link } from "wouter";
import type { AccountLimits } from "#web/api/types.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { LevelMeter } from "#web/components/audio/level-meter.tsx";
import { SelectField } from "#web/components/field.tsx";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { useDraft } from "#web/components/use-draft.ts";
import { WorkError } from "#web/components/work-error.tsx";
import { languageName } from "#web/format.ts";
import { languageChoices } from "#web/components/language-choices.ts";
import { CodeDrawer } from "#web/components/code-drawer.tsx";
import { t } from "#web/messages/translate.ts";
import { liveCalls } from "./live-calls.ts";
import { StudioHeading } from "./studio-heading.tsx";
import { useLive } from "./use-live.ts";

const initial = { language: "en" };

type Said = Pick<ReturnType<typeof useLive>, "finals" | "interim">;

/** The words so far. Those that will not change are read out; those of the open utterance are lighter. */
const Words = ({ finals, interim }: Said) => (
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

const labels = {
  idle: t("Start"),
  starting: t("Starting…"),
  listening: t("Stop"),
  finishing: t("Finishing…"),
} as const;

interface LiveButtonProps {
  readonly live: ReturnType<typeof useLive>;
  readonly language: string;
}

/** Starts and stops listening. */
const LiveButton = ({ live: { phase, start, stop }, language }: LiveButtonProps) => (
  <button
    type="button"
    className="button record"
    disabled={phase === "starting" || phase === "finishing"}
    aria-pressed={phase === "listening"}
    onClick={() => (phase === "idle" ? start(language) : stop())}
  >
    {labels[phase]}
  </button>
);

/** The words in large type over the whole screen. */
function Captions(said: Said) {
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
        <Words {...said} />
        <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
          {t("Close captions")}
        </button>
      </dialog>
    </>
  );
}

/** The choice of a language, the microphone and the words that it hears. */
function Workbench({ limits: { live_languages: languages } }: { readonly limits: AccountLimits }) {
  const [draft, { change }] = useDraft("live", initial);
  const live = useLive();
  const { phase, stream, finals, interim, requestId, error } = live;
  const choices = [...languageChoices(languages), ["auto", languageName("auto")] as const];
  const language = choices.some(([tag]) => tag === draft.language) ? draft.language : "auto";
  const hasWords = finals.length > 0 || interim !== "";
  return (
    <>
      <section className="card" aria-label={t("Microphone")}>
        <div className="row">
          <SelectField
            label={t("Language")}
            value={language}
            onChange={(chosen) => change({ language: chosen })}
            choices={choices}
          />
          <LiveButton live={live} language={language} />
          <Captions finals={finals} interim={interim} />
          <CodeDrawer calls={liveCalls(language)} />
        </div>
        <p className="hint">
          {phase === "listening"
            ? t("Listening. Speak now.")
            : t("Words appear while you speak. Each second costs a credit.")}
        </p>
        {stream !== null && <LevelMeter stream={stream} />}
        {error !== null && <WorkError error={error} />}
      </section>
      <section className="card" aria-labelledby="live-title">
        <h2 id="live-title">{t("Transcript")}</h2>
        {!hasWords && <EmptyState>{t("Nothing was said yet.")}</EmptyState>}
        <Words finals={finals} interim={interim} />
        {phase === "idle" && requestId !== "" && (
          <Link className="button quiet" href={`/account/history/${requestId}`}>
            {t("Open in history")}
          </Link>
        )}
      </section>
    </>
  );
}

/** Transcribing the microphone live, and the same for a program. */
export function Live() {
  const limits = useLimits();
  return (
    <>
      <StudioHeading />
      <QueryBoundary query={limits}>
        {(known) =>
          known.live_languages.length > 0 ? (
            <Workbench limits={known} />
          ) : (
            <EmptyState>{t("No worker for live transcription is running. Ask the operator to start one.")}</EmptyState>
          )
        }
      </QueryBoundary>
    </>
  );
}

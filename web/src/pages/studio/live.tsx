import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { Problem } from "#web/api/problem.ts";
import type { AccountLimits } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { LevelMeter } from "#web/components/audio/level-meter.tsx";
import { SelectField } from "#web/components/field.tsx";
import { progressMs, requestPath } from "#web/components/requests/request-status.tsx";
import { RequestResult } from "#web/components/result/request-result.tsx";
import { EmptyState, ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { useDraft } from "#web/components/use-draft.ts";
import { WorkError } from "#web/components/work-error.tsx";
import { formatClock, formatCount, formatNumber, languageName } from "#web/format.ts";
import { languageChoices } from "#web/components/language-choices.ts";
import { CodeDrawer } from "#web/components/code-drawer.tsx";
import { rich, t } from "#web/messages/translate.ts";
import { liveCalls } from "./live-calls.ts";
import { Captions, Words } from "./live-words.tsx";
import { MicrophoneField } from "./microphone-field.tsx";
import { StudioHeading } from "./studio-heading.tsx";
import { type LiveSource, useLive } from "./use-live.ts";

/** The choice, and the session whose result is shown: its id in the history, empty where there is none. */
const initial = { language: "en", requestId: "" };
const draftKey = "live";

const labels = {
  idle: t("Start"),
  starting: t("Starting…"),
  listening: t("Stop"),
  finishing: t("Finishing…"),
} as const;

interface LiveButtonProps {
  readonly live: ReturnType<typeof useLive>;
  readonly source: LiveSource;
}

/** Starts and stops listening. */
const LiveButton = ({ live: { phase, start, stop }, source }: LiveButtonProps) => (
  <button
    type="button"
    className="button record"
    disabled={phase === "starting" || phase === "finishing"}
    aria-pressed={phase === "listening"}
    onClick={() => (phase === "idle" ? start(source) : stop())}
  >
    {labels[phase]}
  </button>
);

/** The seconds since it was first shown, and the credits that they cost. */
function Timer() {
  const [begun] = useState(() => Date.now());
  const [now, setNow] = useState(begun);
  // A tab in the background ticks less often.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - begun) / 1_000);
  return (
    <span role="timer">
      {t("{time}, about {credits}", { time: formatClock(seconds), credits: formatCount(seconds + 1, "credit") })}
    </span>
  );
}

/** The price of a second, and the credits that remain where they are known. */
function Price() {
  const usage = useApi("GET /v1/usage", {});
  const remaining = usage.data?.credits.asr_remaining;
  return remaining === undefined
    ? t("Each second costs a credit.")
    : t("Each second costs a credit of {remaining} remaining.", { remaining: formatNumber(remaining) });
}

interface EndedProps {
  readonly requestId: string;
  readonly onDeleted: () => void;
  /** The words, until the history has them. */
  readonly children: ReactNode;
}

/** The session that has ended, as the history has it. */
function Ended({ requestId, onDeleted, children }: EndedProps) {
  const { data, error, refetch } = useApi(
    "GET /v1/speech/requests/{request_id}",
    { path: { request_id: requestId } },
    { refetchInterval: ({ state }) => (state.data?.finished_at === null ? progressMs : false) },
  );
  const isDeleted = error instanceof Problem && error.status === 404;
  useEffect(() => {
    if (isDeleted) onDeleted();
  }, [isDeleted, onDeleted]);
  if (typeof data?.finished_at !== "string") {
    return (
      <>
        {children}
        {error !== null && !isDeleted && <ErrorNotice error={error} retry={() => void refetch()} />}
      </>
    );
  }
  return (
    <>
      <RequestResult request={data} withoutSound={t("Live sound is not kept.")} />
      <Link className="button quiet" href={requestPath(requestId)}>
        {t("Open in history")}
      </Link>
    </>
  );
}

const transcribeLink = (words: readonly ReactNode[]) => <Link href="/account/transcribe">{words}</Link>;

/** The choice of a language, the microphone and the words that it hears. */
function Workbench({ limits: { live_languages: languages } }: { readonly limits: AccountLimits }) {
  const [draft, { change }] = useDraft(draftKey, initial);
  const live = useLive((requestId) => change({ requestId }));
  const { phase, stream, finals, interim, error } = live;
  const [deviceId, setDeviceId] = useState("");
  const choices = [["auto", languageName("auto")] as const, ...languageChoices(languages)];
  const language = choices.some(([tag]) => tag === draft.language) ? draft.language : "auto";
  const hasWords = finals.length > 0 || interim !== "";
  const isEnded = phase === "idle" && draft.requestId !== "";
  const words = <Words finals={finals} interim={interim} />;
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
          {phase === "idle" && <MicrophoneField value={deviceId} onChange={setDeviceId} />}
          <LiveButton live={live} source={{ language, deviceId }} />
          <Captions finals={finals} interim={interim} />
        </div>
        <p className="hint">
          {phase === "listening" ? (
            <>
              {t("Listening.")} <Timer />
            </>
          ) : (
            <>
              {t("Words appear while you speak. The sound is not kept.")} <Price />
            </>
          )}
        </p>
        {phase === "idle" && (
          <p className="hint">
            {rich(
              "Live speech is transcribed without speakers and key terms. For those, send a recording in <link>Transcribe</link>.",
              { link: transcribeLink },
            )}
          </p>
        )}
        {stream !== null && <LevelMeter stream={stream} />}
        {error !== null && <WorkError error={error} />}
      </section>
      <section className="card" aria-labelledby="live-title">
        <h2 id="live-title">{t("Transcript")}</h2>
        {!hasWords && !isEnded && <EmptyState>{t("Nothing was said yet.")}</EmptyState>}
        {isEnded ? (
          <Ended requestId={draft.requestId} onDeleted={() => change({ requestId: "" })}>
            {words}
          </Ended>
        ) : (
          words
        )}
      </section>
    </>
  );
}

/** Transcribing the microphone live, and the same for a program. */
export function Live() {
  const limits = useLimits();
  const [{ language }] = useDraft(draftKey, initial);
  return (
    <>
      <StudioHeading>
        <CodeDrawer calls={liveCalls(language)} />
      </StudioHeading>
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

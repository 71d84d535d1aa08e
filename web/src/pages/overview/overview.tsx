import { useQueryClient } from "@tanstack/react-query";
import { AudioLines, FileAudio, Mic } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { SpeechRequestPage, UserProfile } from "#web/api/types.ts";
import { invalidate, useApi } from "#web/api/use-api.ts";
import { formatTotal } from "#web/format.ts";
import { PageHeading } from "#web/components/page-heading.tsx";
import { QueryBoundary, Loading } from "#web/components/notice.tsx";
import { NeedsAttention } from "#web/components/needs-attention.tsx";
import { Credits } from "#web/components/credits.tsx";
import { isInProgress, progressMs } from "#web/components/requests/request-status.tsx";
import { SecondPayments } from "#web/components/second-payments.tsx";
import { studioPath } from "#web/components/studio-path.ts";
import { Checklist } from "./checklist.tsx";
import { PlanState } from "./plan-state.tsx";
import { EmptyHistory, RequestTable } from "#web/components/requests/request-table.tsx";
import { type Message, t } from "#web/messages/translate.ts";

const UsageChart = lazy(() => import("#web/components/usage-chart.tsx").then((part) => ({ default: part.UsageChart })));
const latest = 5;

const reasons: Readonly<Record<UserProfile["free_credits"], Message | null>> = {
  granted: null,
  verify_email:
    "Verify your e-mail address with your identity provider to receive the free credits, then sign in again.",
  address_used: "This e-mail address has already received the free credits. Each address receives them once.",
};

/** Why an account has no free credits, and what to do about it; nothing for one that has received them. */
function FreeCreditsNotice() {
  const { data: profile } = useApi("GET /v1/users/me", {});
  const reason = profile === undefined ? null : reasons[profile.free_credits];
  return reason === null ? null : (
    <p role="status" className="notice" data-testid="free-credits">
      {t(reason)}
    </p>
  );
}

const Latest = ({ page }: { readonly page: SpeechRequestPage }) =>
  page.items.length === 0 ? (
    <EmptyHistory />
  ) : (
    <>
      <RequestTable requests={page.items} />
      <p>
        <Link href="/account/history">{t("All requests ({total})", { total: formatTotal(page) })}</Link>
      </p>
    </>
  );

/** Counts the usage again whenever a request of the list has ended. */
function useFreshUsage(page: SpeechRequestPage | undefined): void {
  const client = useQueryClient();
  const ended = page?.items.flatMap((one) => (one.finished_at === null ? [] : [one.request_id])).join(" ");
  const counted = useRef(ended);
  useEffect(() => {
    if (counted.current !== undefined && counted.current !== ended) void invalidate(client, ["GET /v1/usage"]);
    counted.current = ended;
  }, [client, ended]);
}

const actions = [
  [studioPath, t("Speak a text"), AudioLines],
  ["/account/transcribe", t("Transcribe a recording"), FileAudio],
  ["/account/live", t("Live transcription"), Mic],
] as const;

/** The work that most visits begin with. */
const QuickActions = () => (
  <p className="row quick-actions">
    {actions.map(([path, name, Icon]) => (
      <Link key={path} className="button quiet" href={path}>
        <Icon aria-hidden="true" />
        {name}
      </Link>
    ))}
  </p>
);

/** The state of the account. */
export function Overview() {
  const { data: profile } = useApi("GET /v1/users/me", {});
  const report = useApi("GET /v1/usage", {});
  const requests = useApi(
    "GET /v1/speech/requests",
    { query: { documents: "exclude", limit: latest } },
    { refetchInterval: ({ state: { data } }) => (isInProgress(data) ? progressMs : false) },
  );
  useFreshUsage(requests.data);
  return (
    <>
      <PageHeading title={t("Overview")}>
        <QuickActions />
      </PageHeading>
      {profile?.role === "admin" && <NeedsAttention />}
      <SecondPayments />
      <Checklist />
      <QueryBoundary query={report}>
        {(known) => (
          <>
            <FreeCreditsNotice />
            <PlanState />
            <Credits credits={known.credits} />
            <section className="card" aria-labelledby="days-title">
              <h2 id="days-title">{t("The last 30 days")}</h2>
              <Suspense fallback={<Loading />}>
                <UsageChart report={known} />
              </Suspense>
            </section>
          </>
        )}
      </QueryBoundary>
      <section className="card" aria-labelledby="latest-title">
        <h2 id="latest-title">{t("Latest requests")}</h2>
        <QueryBoundary query={requests}>{(page) => <Latest page={page} />}</QueryBoundary>
      </section>
    </>
  );
}

import { Link, useLocation } from "wouter";
import type { SpeechRequest } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { countWords, durationWords, languageWords, momentWords, numberWords } from "#web/api/words.ts";
import { CopyButton } from "#web/parts/copy-button.tsx";
import { type Fact, Facts } from "#web/parts/facts.tsx";
import { Heading } from "#web/parts/heading.tsx";
import { Loaded, Waiting } from "#web/parts/notice.tsx";
import { DeleteRequest } from "./delete-request.tsx";
import { RequestFeedback } from "./request-feedback.tsx";
import { HeardResult, SpokenResult } from "./request-result.tsx";
import { progressMs, RequestState } from "./request-state.tsx";

const titles = { tts: "Spoken text", asr: "Transcribed recording" } as const;

/** How long it took, from asking to the end. */
const tookOf = ({ created_at: from, finished_at: to }: SpeechRequest): string | null =>
  to === null ? null : durationWords((Date.parse(to) - Date.parse(from)) / 1_000);

const factsOf = (request: SpeechRequest): readonly Fact[] => {
  const spoken = request.request_type === "tts" ? request : null;
  const { duration_seconds: seconds, credits_consumed: credits } = request;
  return [
    ["Status", <RequestState key="state" request={request} />],
    ["Created", momentWords(request.created_at)],
    ["Finished", request.finished_at && momentWords(request.finished_at)],
    ["Duration", tookOf(request)],
    ["Voice", spoken && spoken.voice.name],
    ["Language", languageWords(request.language)],
    ["Model", request.model],
    ["Text", spoken && countWords(spoken.characters, "character")],
    ["Audio", seconds === null ? null : durationWords(seconds)],
    ["Credits charged", credits === null ? null : numberWords(credits)],
    ["Id", <code key="id">{request.request_id}</code>],
  ];
};

const Result = ({ request }: { readonly request: SpeechRequest }) => {
  if (request.finished_at === null) return <Waiting>The result appears here as soon as it is ready…</Waiting>;
  return request.request_type === "tts" ? <SpokenResult request={request} /> : <HeardResult request={request} />;
};

interface ShownProps {
  readonly request: SpeechRequest;
  readonly onDeleted: () => void;
}

const Shown = ({ request, onDeleted }: ShownProps) => (
  <>
    <Heading title={titles[request.request_type]} />
    <section className="card" aria-labelledby="facts-title">
      <div className="row between">
        <h2 id="facts-title">Details</h2>
        <div className="row">
          <CopyButton text={request.request_id} label="Copy ID" />
          <DeleteRequest requestId={request.request_id} onDeleted={onDeleted} />
        </div>
      </div>
      <Facts facts={factsOf(request)} />
    </section>
    <Result request={request} />
    <RequestFeedback requestId={request.request_id} />
  </>
);

/** One request: what it was, what came of it, and what the account has to say about it. */
export function RequestPage({ requestId }: { readonly requestId: string }) {
  const [, navigate] = useLocation();
  const request = useApi(
    "GET /v1/speech/requests/{request_id}",
    { path: { request_id: requestId } },
    { refetchInterval: ({ state: { data } }) => (data?.finished_at === null ? progressMs : false) },
  );
  return (
    <>
      <p>
        <Link href="/account/history">All requests</Link>
      </p>
      <Loaded query={request}>
        {(known) => <Shown request={known} onDeleted={() => navigate("/account/history")} />}
      </Loaded>
    </>
  );
}

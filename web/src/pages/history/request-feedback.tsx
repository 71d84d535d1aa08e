import { useState } from "react";
import { fieldProblem } from "#web/api/problem.ts";
import type { FeedbackPage } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatDateTime, formatNumber } from "#web/format.ts";
import { Form } from "#web/components/form.tsx";
import { TextField } from "#web/components/field.tsx";
import { ErrorNotice, SuccessNotice, QueryBoundary } from "#web/components/notice.tsx";
import { Pager } from "#web/components/pager.tsx";
import { t } from "#web/messages/translate.ts";

const limit = 10;

function FeedbackForm({ requestId, onSent }: { readonly requestId: string; readonly onSent: () => void }) {
  const [text, setText] = useState("");
  const { mutate, data, error, isPending, reset } = useApiMutation("POST /v1/feedback", ["GET /v1/feedback"]);
  const problem = fieldProblem(error, "feedback_text");
  const submit = (): void => {
    const sent = (): void => {
      setText("");
      onSent();
    };
    mutate({ body: { request_id: requestId, feedback_text: text } }, { onSuccess: sent });
  };
  return (
    <Form onSubmit={submit} onChange={() => data !== undefined && reset()}>
      <TextField
        label={t("Your feedback")}
        value={text}
        onChange={setText}
        hint={t("{number} of 5,000 characters", { number: formatNumber([...text].length) })}
        problem={problem}
        render={<textarea rows={3} />}
      />
      <div className="row">
        <button type="submit" className="button" disabled={isPending}>
          {t("Send")}
        </button>
      </div>
      {error !== null && problem === undefined && <ErrorNotice error={error} />}
      {data !== undefined && <SuccessNotice>{t("Thank you, your feedback was received.")}</SuccessNotice>}
    </Form>
  );
}

const Said = ({ page }: { readonly page: FeedbackPage }) =>
  page.items.length > 0 && (
    <ul className="said plain" aria-label={t("Previous feedback")}>
      {page.items.map((item) => (
        <li key={item.feedback_id}>
          <p className="soft">{formatDateTime(item.created_at)}</p>
          <p className="written">{item.feedback_text}</p>
        </li>
      ))}
    </ul>
  );

/** The account's feedback on a request, and a form for more. */
export function RequestFeedback({ requestId }: { readonly requestId: string }) {
  const [page, setPage] = useState(1);
  const said = useApi("GET /v1/feedback", { query: { request_id: requestId, page, limit } });
  return (
    <section className="card" aria-labelledby="feedback-title">
      <h2 id="feedback-title">{t("Feedback")}</h2>
      <FeedbackForm requestId={requestId} onSent={() => setPage(1)} />
      <QueryBoundary query={said}>
        {(known) => (
          <>
            <Said page={known} />
            <Pager list={known} onPage={setPage} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

import { Check, X } from "lucide-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import type { Checklist as Steps } from "#web/api/types.ts";
import { invalidate, useApi, useApiMutation } from "#web/api/use-api.ts";
import { usualScopes } from "#web/components/key-scopes.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { studioPath } from "#web/components/studio-path.ts";
import { FirstCall } from "#web/components/first-call.tsx";
import { rich, t } from "#web/messages/translate.ts";

const pollMs = 2_000;

/** The number of the four steps that are done. */
const doneOf = ({ heard_voice: heard, transcribed, has_api_key: hasKey, last_api_call: called }: Steps): number =>
  [heard, transcribed, hasKey, called !== null].filter(Boolean).length;

const steps = 4;

interface StepProps {
  readonly done: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

const Step = ({ done, title, children }: StepProps) => (
  <li className="step" data-done={done}>
    <span className="step-mark">{done && <Check aria-hidden="true" />}</span>
    <div className="step-body">
      <h3>
        {title}
        {done && <span className="visually-hidden"> {t("(done)")}</span>}
      </h3>
      {children}
    </div>
  </li>
);

interface CallProps {
  readonly call: Steps["last_api_call"];
  /** The key that was just created; null for none. */
  readonly apiKey: string | null;
}

/** The command of the first call, until it was received; with a new key also then, so that the key can be copied. */
const CallStep = ({ call, apiKey }: CallProps) => (
  <>
    {(call === null || apiKey !== null) && <FirstCall apiKey={apiKey} />}
    {call === null && (
      <p className="awaited">
        <span className="spinner" aria-hidden="true" />
        {t("Waiting for the call. It appears here by itself.")}
      </p>
    )}
    {call !== null && <p role="status">{t("Received with the key “{name}”.", { name: call.api_key_name })}</p>}
  </>
);

function CreateKey({ onCreated }: { readonly onCreated: (key: string) => void }) {
  const { mutate, error, isPending } = useApiMutation("POST /v1/api-keys", [
    "GET /v1/users/me/checklist",
    "GET /v1/api-keys",
  ]);
  const create = (): void =>
    mutate(
      { body: { name: t("First steps"), description: "", scopes: usualScopes } },
      { onSuccess: ({ key }) => onCreated(key) },
    );
  return (
    <>
      <p>{t("Programs authenticate with a key, which is shown once.")}</p>
      <button type="button" className="button quiet" disabled={isPending} onClick={create}>
        {t("Create an API key")}
      </button>
      {error !== null && <ErrorNotice error={error} retry={create} />}
    </>
  );
}

const studioLink = (words: ReactNode): ReactNode => <Link href={studioPath}>{words}</Link>;
const transcribeLink = (words: ReactNode): ReactNode => <Link href="/account/transcribe">{words}</Link>;

/** The first steps of an account, each marked once it is done. */
function OpenChecklist({ steps: known }: { readonly steps: Steps }) {
  const [key, setKey] = useState<string | null>(null);
  const hide = useApiMutation("DELETE /v1/users/me/checklist", ["GET /v1/users/me/checklist"]);
  const count = doneOf(known);
  const client = useQueryClient();
  const calledAt = known.last_api_call?.at;
  useEffect(() => {
    if (calledAt !== undefined) void invalidate(client, ["GET /v1/speech/requests"]);
  }, [client, calledAt]);
  return (
    <section className="card checklist" aria-labelledby="checklist-title">
      <div className="row between">
        <h2 id="checklist-title">{t("Getting started")}</h2>
        <p className="soft" role="status">
          {count === steps ? t("All done") : t("{count} of {steps} done", { count, steps })}
        </p>
        <button type="button" className="button plain" disabled={hide.isPending} onClick={() => hide.mutate({})}>
          <X aria-hidden="true" />
          {t("Hide for good")}
        </button>
      </div>
      {hide.error !== null && <ErrorNotice error={hide.error} />}
      <ol className="plain">
        <Step done={known.heard_voice} title={t("Hear a voice")}>
          {!known.heard_voice && (
            <p>
              {rich("A text is waiting for you. <link>Open the studio</link> and press Speak.", { link: studioLink })}
            </p>
          )}
        </Step>
        <Step done={known.transcribed} title={t("Transcribe a recording")}>
          {!known.transcribed && (
            <p>
              {rich("An example, a file or your microphone: <link>transcribe something</link>.", {
                link: transcribeLink,
              })}
            </p>
          )}
        </Step>
        <Step done={known.has_api_key} title={t("Create an API key")}>
          {!known.has_api_key && key === null && <CreateKey onCreated={setKey} />}
          {key !== null && <p>{t("Your key is in the command below. Copy it now: it will not be shown again.")}</p>}
        </Step>
        <Step done={known.last_api_call !== null} title={t("Make your first API call")}>
          <CallStep call={known.last_api_call} apiKey={key} />
        </Step>
      </ol>
    </section>
  );
}

/** Nothing where it is hidden, or everything was done before it came to be shown. */
function CurrentChecklist({ steps: known }: { readonly steps: Steps }) {
  const [wasDone] = useState(() => doneOf(known) === steps);
  return known.hidden || wasDone ? null : <OpenChecklist steps={known} />;
}

/** The first steps after sign-up. It looks for the first API call until there was one. */
export function Checklist() {
  const { data } = useApi(
    "GET /v1/users/me/checklist",
    {},
    {
      staleTime: 0,
      refetchInterval: ({ state: { data: known } }) =>
        known === undefined || known.hidden || known.last_api_call !== null ? false : pollMs,
    },
  );
  return data === undefined ? null : <CurrentChecklist steps={data} />;
}

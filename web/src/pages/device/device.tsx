import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { DeviceAuthorization } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { type Fact, DescriptionList } from "#web/components/description-list.tsx";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { scopeLabels } from "#web/components/key-scopes.ts";
import { ErrorNotice, Loading, SuccessNotice } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { formatTime } from "#web/format.ts";
import { rich, t } from "#web/messages/translate.ts";

const codeForm = /^.{1,20}$/;

/** The field for the code that a program shows. */
function CodeForm({ onCode }: { readonly onCode: (code: string) => void }) {
  const [code, setCode] = useState("");
  return (
    <Form className="card" onSubmit={() => onCode(code.trim())}>
      <TextField
        label={t("Code")}
        hint={t("The program shows it, such as WDJB-MJHT.")}
        value={code}
        onChange={setCode}
        maxLength={20}
        autoComplete="off"
      />
      <button type="submit" className="button" disabled={code.trim() === ""}>
        {t("Continue")}
      </button>
    </Form>
  );
}

const factsOf = (asked: DeviceAuthorization): readonly Fact[] => [
  [t("Program"), asked.client_name],
  [t("Code"), <code key="code">{asked.user_code}</code>],
  [t("Scopes"), scopeLabels(asked.scopes)],
  [t("Code expires"), formatTime(asked.expires_at)],
];

/** Not refetched: after the program has fetched its key, the code no longer exists. */
const fetchedOnce = { retry: false, staleTime: Number.POSITIVE_INFINITY } as const;
const detail = "GET /v1/device-authorizations/{user_code}";

const keysLink = (words: ReactNode): ReactNode => <Link href="/account/keys">{words}</Link>;

/** The decision. */
const Decided = ({ status }: Pick<DeviceAuthorization, "status">) =>
  status === "denied" ? (
    <SuccessNotice>{t("Denied. The program gets no key.")}</SuccessNotice>
  ) : (
    <SuccessNotice>
      <p>{t("Approved. Return to the program: it continues within a few seconds.")}</p>
      <p>
        {rich("Its key is in the list of <link>API keys</link> once the program has fetched it.", { link: keysLink })}
      </p>
    </SuccessNotice>
  );

/** The request of a program, and the two answers. */
function Decision({ asked }: { readonly asked: DeviceAuthorization }) {
  const approve = useApiMutation("POST /v1/device-authorizations/{user_code}/approve", []);
  const deny = useApiMutation("POST /v1/device-authorizations/{user_code}/deny", []);
  const input = { path: { user_code: asked.user_code } };
  const isPending = approve.isPending || deny.isPending;
  const error = approve.error ?? deny.error;
  const decided = approve.data ?? deny.data;
  if (decided !== undefined) return <Decided status={decided.status} />;
  return (
    <section className="card" aria-labelledby="asked-title">
      <h2 id="asked-title">{t("A program asks for an API key")}</h2>
      <DescriptionList facts={factsOf(asked)} />
      <p>
        {t(
          "Approve only if you have started this program yourself, and it shows the same code. It gets a key of your account and can spend its credits.",
        )}
      </p>
      {error !== null && <ErrorNotice error={error} />}
      <div className="actions">
        <button type="button" className="button quiet" disabled={isPending} onClick={() => deny.mutate(input)}>
          {t("Deny")}
        </button>
        <button type="button" className="button" disabled={isPending} onClick={() => approve.mutate(input)}>
          {t("Approve")}
        </button>
      </div>
    </section>
  );
}

/** The request behind a code, or the decision about it. */
function Asked({ code, onBack }: { readonly code: string; readonly onBack: () => void }) {
  const { data, error } = useApi(detail, { path: { user_code: code } }, fetchedOnce);
  if (error !== null)
    return (
      <ErrorNotice error={error}>
        <button type="button" className="button quiet" onClick={onBack}>
          {t("Enter another code")}
        </button>
      </ErrorNotice>
    );
  if (data === undefined) return <Loading />;
  return data.status === "pending" ? <Decision asked={data} /> : <Decided status={data.status} />;
}

/** The page on which a person gives an API key to a program that has no browser. */
export function Device() {
  const { match, set } = useUrlState();
  const code = match("code", codeForm);
  return (
    <>
      <PageHeading title={t("Connect a program")} />
      {code === undefined ? (
        <CodeForm onCode={(typed) => set("code", typed)} />
      ) : (
        <Asked key={code} code={code} onBack={() => set("code", "")} />
      )}
    </>
  );
}

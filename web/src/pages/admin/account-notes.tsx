import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { AccountNote } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatDateTime } from "#web/format.ts";
import { TextField } from "#web/components/field.tsx";
import { Form, SubmitRow } from "#web/components/form.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { accountPath, closedAccount } from "./account-name.ts";
import { Listing } from "#web/components/listing.tsx";

const limit = 10;
const kinds = { note: null, blocked: t("Blocked."), unblocked: t("Unblocked.") } as const;

function NewNote({ userId }: { readonly userId: string }) {
  const [text, setText] = useState("");
  const { mutate, error, isPending } = useApiMutation("POST /v1/admin/accounts/{user_id}/notes", [
    "GET /v1/admin/accounts/{user_id}/notes",
  ]);
  const submit = (): void => mutate({ path: { user_id: userId }, body: { text } }, { onSuccess: () => setText("") });
  return (
    <Form onSubmit={submit}>
      <TextField
        label={t("New note")}
        hint={t("For admins. The account does not see it.")}
        value={text}
        onChange={setText}
        problem={fieldProblem(error, "text")}
        render={<textarea rows={2} />}
      />
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      <SubmitRow action={t("Add note")} disabled={isPending} />
    </Form>
  );
}

const Note = ({ note }: { readonly note: AccountNote }) => (
  <li>
    <p className="soft small">
      {formatDateTime(note.created_at)},{" "}
      {note.author_id === null ? (
        closedAccount
      ) : (
        <Link href={accountPath(note.author_id)}>{note.author_name ?? closedAccount}</Link>
      )}
    </p>
    <p className="message">
      {kinds[note.kind] !== null && <strong>{kinds[note.kind]} </strong>}
      {note.text}
    </p>
  </li>
);

/** The notes of admins about an account, and what they have done to it. */
export function AccountNotes({ userId }: { readonly userId: string }) {
  const [page, setPage] = useState(1);
  const notes = useApi(
    "GET /v1/admin/accounts/{user_id}/notes",
    { path: { user_id: userId }, query: { page, limit } },
    { placeholderData: keepPreviousData },
  );
  return (
    <section className="card" aria-labelledby="notes-title">
      <h2 id="notes-title">{t("Notes")}</h2>
      <NewNote userId={userId} />
      <Listing query={notes} empty={t("No notes yet.")} onPage={setPage}>
        {(items) => (
          <ul className="notes">
            {items.map((note) => (
              <Note key={note.note_id} note={note} />
            ))}
          </ul>
        )}
      </Listing>
    </section>
  );
}

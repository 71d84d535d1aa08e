import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { KeyTermList } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatCount } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { EmptyState, ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { termsOf } from "#web/components/own-words.ts";
import { t } from "#web/messages/translate.ts";

const lists = "GET /v1/key-term-lists";

interface FormProps {
  /** The list that is changed; a new one when absent. */
  readonly list?: KeyTermList;
  readonly onDone: () => void;
}

function ListForm({ list, onDone }: FormProps) {
  const [name, setName] = useState(list?.name ?? "");
  const [terms, setTerms] = useState(list?.terms.join("\n") ?? "");
  const creating = useApiMutation("POST /v1/key-term-lists", [lists]);
  const changing = useApiMutation("PATCH /v1/key-term-lists/{list_id}", [lists]);
  const { error, isPending } = list === undefined ? creating : changing;
  const body = { name, terms: termsOf(terms, list?.terms) };
  const submit = (): void => {
    if (list === undefined) creating.mutate({ body }, { onSuccess: onDone });
    else changing.mutate({ path: { list_id: list.list_id }, body }, { onSuccess: onDone });
  };
  return (
    <Form onSubmit={submit}>
      <Dialog.Title className="dialog-title">
        {list === undefined ? t("New list") : t("Edit “{name}”", { name: list.name })}
      </Dialog.Title>
      <TextField label={t("Name")} value={name} onChange={setName} problem={fieldProblem(error, "name")} required />
      <TextField
        label={t("Words")}
        hint={t(
          "Names and terms as they are to be written, with commas or line breaks between them; at most 200. {terms}.",
          { terms: formatCount(body.terms.length, "term") },
        )}
        value={terms}
        onChange={setTerms}
        problem={fieldProblem(error, "terms")}
        required
        render={<textarea rows={8} />}
      />
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      <DialogActions action={t("Save list")} disabled={isPending} />
    </Form>
  );
}

/** The button that makes a list or changes one, and its dialog. */
function EditList({ list }: Pick<FormProps, "list">) {
  const [open, setOpen] = useState(false);
  const label = list === undefined ? {} : { "aria-label": t("Edit {name}", { name: list.name }) };
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={list === undefined ? "button" : "button quiet"} {...label}>
        {list === undefined ? t("New list") : t("Edit")}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <ListForm {...(list !== undefined && { list })} onDone={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DeleteList({ list }: { readonly list: KeyTermList }) {
  const { mutateAsync } = useApiMutation("DELETE /v1/key-term-lists/{list_id}", [lists]);
  return (
    <ConfirmDialog
      trigger={t("Delete")}
      triggerLabel={t("Delete {name}", { name: list.name })}
      title={t("Delete “{name}”?", { name: list.name })}
      action={t("Delete list")}
      onConfirm={() => mutateAsync({ path: { list_id: list.list_id } })}
    >
      <p>{t("Calls that name it are refused from then on. Transcripts stay as they are.")}</p>
    </ConfirmDialog>
  );
}

const ListRow = ({ list }: { readonly list: KeyTermList }) => (
  <tr>
    <td className="long" data-label={t("Name")}>
      <strong>{list.name}</strong>
    </td>
    <td className="long" data-label={t("Words")}>
      {formatCount(list.terms.length, "term")}
      <p className="soft">{list.terms.slice(0, 5).join(", ")}</p>
    </td>
    <td>
      <span className="row-actions">
        <EditList list={list} />
        <DeleteList list={list} />
      </span>
    </td>
  </tr>
);

/** The lists of names and words that the account keeps for its recordings. */
export function KeyTermLists() {
  const query = useApi(lists, {});
  return (
    <section className="card" aria-labelledby="words-title">
      <div className="row between">
        <h2 id="words-title">{t("Key terms")}</h2>
        <EditList />
      </div>
      <p className="hint">
        {t("Lists of names and terms that a transcription may use, chosen in the studio or by the API.")}
      </p>
      <QueryBoundary query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{t("No lists yet.")}</EmptyState>
          ) : (
            <ResponsiveTable columns={[t("Name"), t("Words")]} actions>
              {items.map((list) => (
                <ListRow key={list.list_id} list={list} />
              ))}
            </ResponsiveTable>
          )
        }
      </QueryBoundary>
    </section>
  );
}

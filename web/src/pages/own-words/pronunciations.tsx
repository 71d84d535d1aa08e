import { Dialog } from "@base-ui/react/dialog";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { synthesize } from "#web/api/synthesize.ts";
import type { Pronunciation, PronunciationDictionary } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { EmptyState, ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";

const dictionaries = "GET /v1/pronunciation-dictionaries";
const onePath = "PATCH /v1/pronunciation-dictionaries/{dictionary_id}";
const ownName = t("My words");
const usualLanguage = "en";

interface FormProps {
  /** The dictionary that takes the word; it is made when absent. */
  readonly dictionary: PronunciationDictionary | undefined;
  /** The word that is changed; a new one when absent. */
  readonly entry?: Pronunciation | undefined;
  readonly onDone: () => void;
}

/** The facts by which a dictionary knows one of its words. */
const keyOf = ({ word, language }: Pronunciation) => ({ word, language });

const kinds = [
  ["respelling", t("As another spelling")],
  ["ipa", t("In phonetic signs (IPA)")],
] as const;

function WordForm({ dictionary, entry: before, onDone }: FormProps) {
  const limits = useLimits();
  const [word, setWord] = useState(before?.word ?? "");
  const [kind, setKind] = useState<string>(typeof before?.ipa === "string" ? "ipa" : "respelling");
  const [said, setSaid] = useState(before?.respelling ?? before?.ipa ?? "");
  const [language, setLanguage] = useState(before?.language ?? "");
  const creating = useApiMutation("POST /v1/pronunciation-dictionaries", [dictionaries]);
  const changing = useApiMutation(onePath, [dictionaries]);
  const { error, isPending } = dictionary === undefined ? creating : changing;
  const submit = (): void => {
    const entry = {
      ...{ word, [kind]: said },
      ...(language !== "" && { language }),
      ...(before !== undefined && { case_sensitive: before.case_sensitive }),
    };
    if (dictionary === undefined) creating.mutate({ body: { name: ownName, entries: [entry] } }, { onSuccess: onDone });
    else
      changing.mutate(
        {
          path: { dictionary_id: dictionary.dictionary_id },
          body: { add: [entry], ...(before !== undefined && { remove: [keyOf(before)] }) },
        },
        { onSuccess: onDone },
      );
  };
  const known = languageChoices(limits.data?.synthesis_languages ?? []);
  return (
    <Form onSubmit={submit}>
      <Dialog.Title className="dialog-title">
        {before === undefined ? t("New word") : t("Edit “{name}”", { name: before.word })}
      </Dialog.Title>
      <TextField
        label={t("Word")}
        hint={t("As texts have it, in any case.")}
        value={word}
        onChange={setWord}
        required
      />
      <SelectField label={t("Spoken")} value={kind} onChange={setKind} choices={kinds} />
      <TextField
        label={kind === "ipa" ? t("Sounds") : t("Spelling")}
        hint={
          kind === "ipa"
            ? t("Natural voices speak it; others read the word as it is written.")
            : t("For Siobhan, for example, Shivawn.")
        }
        value={said}
        onChange={setSaid}
        required
      />
      <SelectField label={t("Language")} value={language} onChange={setLanguage} choices={[["", t("Any")], ...known]} />
      {error !== null && <ErrorNotice error={error} />}
      <DialogActions action={t("Save word")} disabled={isPending} />
    </Form>
  );
}

/** The button that makes a word or changes one, and its dialog. */
function EditWord({ dictionary, entry }: Pick<FormProps, "dictionary" | "entry">) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      {entry === undefined ? (
        <Dialog.Trigger className="button">{t("New word")}</Dialog.Trigger>
      ) : (
        <Dialog.Trigger className="button quiet" aria-label={t("Edit {name}", { name: entry.word })}>
          {t("Edit")}
        </Dialog.Trigger>
      )}
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <WordForm dictionary={dictionary} entry={entry} onDone={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface RowProps {
  readonly dictionary: PronunciationDictionary;
  readonly entry: Pronunciation;
}

/** Speaks the word as every text of its language has it, by the usual voice. */
function PlayWord({ dictionary, entry: { word, language } }: RowProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: synthesize,
    onSuccess: ({ address }) => new Audio(address).play(),
  });
  const play = (): void =>
    mutate({
      ...{ text: word, language: language ?? usualLanguage, voiceId: "", speed: 1, format: "mp3" },
      dictionaryId: dictionary.dictionary_id,
    });
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-label={t("Play {name}", { name: word })}
        disabled={isPending}
        onClick={play}
      >
        {t("Play")}
      </button>
      {error !== null && <WorkError error={error} />}
    </>
  );
}

function DeleteWord({ dictionary, entry }: RowProps) {
  const { word } = entry;
  const { mutateAsync } = useApiMutation(onePath, [dictionaries]);
  const path = { dictionary_id: dictionary.dictionary_id };
  return (
    <ConfirmDialog
      trigger={t("Delete")}
      triggerLabel={t("Delete {name}", { name: word })}
      title={t("Delete “{name}”?", { name: word })}
      action={t("Delete word")}
      onConfirm={() => mutateAsync({ path, body: { remove: [keyOf(entry)] } })}
    >
      <p>{t("From then on it is spoken as it is written. What was spoken stays as it is.")}</p>
    </ConfirmDialog>
  );
}

const WordRow = ({ dictionary, entry }: RowProps) => (
  <tr>
    <td className="long" data-label={t("Word")}>
      <strong>{entry.word}</strong>
    </td>
    <td className="long" data-label={t("Spoken")}>
      {entry.respelling ?? `/${entry.ipa ?? ""}/`}
      {entry.language !== null && <span className="soft"> ({entry.language})</span>}
    </td>
    <td className="long" data-label={t("Used by")}>
      {dictionary.always ? t("Every text") : t("Texts that name “{name}”", { name: dictionary.name })}
    </td>
    <td>
      <span className="row-actions">
        <PlayWord dictionary={dictionary} entry={entry} />
        <EditWord dictionary={dictionary} entry={entry} />
        <DeleteWord dictionary={dictionary} entry={entry} />
      </span>
    </td>
  </tr>
);

/** The words that the account has spoken otherwise than they are written. */
export function Pronunciations() {
  const query = useApi(dictionaries, {});
  const usual = query.data?.items.find(({ always }) => always);
  return (
    <section className="card" aria-labelledby="pronunciation-title">
      <div className="row between">
        <h2 id="pronunciation-title">{t("Pronunciation")}</h2>
        <EditWord dictionary={usual} />
      </div>
      <p className="hint">
        {t("Names and abbreviations with the way in which voices say them. Play uses credits for the word.")}
      </p>
      <QueryBoundary query={query}>
        {({ items }) =>
          items.every(({ entries }) => entries.length === 0) ? (
            <EmptyState>
              <p>{t("No words yet.")}</p>
              <p>{t("Siobhan can be spoken as Shivawn, in the studio, in documents and in calls of the API.")}</p>
            </EmptyState>
          ) : (
            <ResponsiveTable columns={[t("Word"), t("Spoken"), t("Used by")]} actions>
              {items.flatMap((dictionary) =>
                dictionary.entries.map((entry) => (
                  <WordRow
                    key={`${dictionary.dictionary_id} ${entry.word} ${entry.language ?? ""}`}
                    dictionary={dictionary}
                    entry={entry}
                  />
                )),
              )}
            </ResponsiveTable>
          )
        }
      </QueryBoundary>
    </section>
  );
}

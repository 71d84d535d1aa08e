import { useState } from "react";
import { Link, useLocation } from "wouter";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { DocumentsCreateRequest } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatCount, formatNumber } from "#web/format.ts";
import { TextField } from "#web/components/field.tsx";
import { FileInput } from "#web/components/file-input.tsx";
import { Form, SubmitRow } from "#web/components/form.tsx";
import { Loading } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { excessOf, lengthOf, lengthWords } from "#web/components/text-length.ts";
import { useUnsavedWork } from "#web/components/use-unsaved-work.ts";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";
import { TitleFields, VoiceFields } from "./settings-fields.tsx";
import type { ImportedText } from "./import/imported-text.ts";
import { documentPath, documentsPath } from "./use-document.ts";
import { acceptedFiles, useImport } from "./import/use-import.ts";

/** The most characters of a document, as the API has it. */
const maxCharacters = 500_000;

const empty = { title: "", author: "", language: "", voiceId: "", text: "" };
type Fields = typeof empty;

function bodyOf({ title, author, language, voiceId, text }: Fields): DocumentsCreateRequest {
  return {
    ...{ title, text },
    ...(author !== "" && { author }),
    ...(language !== "" && { language }),
    ...(voiceId !== "" && { voice_id: voiceId }),
  };
}

/** The length of the text, and about what speaking all of it costs: marks of headings are not spoken. */
function useHint(text: string): string {
  const usage = useApi("GET /v1/usage", {});
  const left = usage.data?.credits.tts_remaining;
  const cost = formatCount(lengthOf(text), "credit");
  const costs =
    text === ""
      ? t("Creating a document costs nothing.")
      : left === undefined
        ? t("Speaking all of it costs about {cost}.", { cost })
        : t("Speaking all of it costs about {cost} of {remaining} remaining.", { cost, remaining: formatNumber(left) });
  return `${t("{length}.", { length: lengthWords(text, maxCharacters) })} ${costs}`;
}

interface FieldsProps {
  readonly fields: Fields;
  readonly onChange: (changed: Partial<Fields>) => void;
  readonly problemOf: (field: string) => string | undefined;
}

/** The text, which a file may bring. */
function TextFields({ fields: { text }, onChange, problemOf }: FieldsProps) {
  const hint = useHint(text);
  const { read, isReading, problem, note } = useImport((found: ImportedText) => onChange(found));
  return (
    <>
      <FileInput
        disabled={isReading}
        label={t("Drop a .txt, .md, .docx or .epub file here, choose one, or paste the text below")}
        accept={acceptedFiles}
        onPick={read}
      />
      {isReading && <Loading>{t("Reading the file…")}</Loading>}
      {problem !== null && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      {note !== null && (
        <p role="status" className="hint">
          {note}
        </p>
      )}
      <TextField
        label={t("Text")}
        value={text}
        onChange={(next) => onChange({ text: next })}
        hint={`${hint} ${t("Lines that begin with # are headings, which begin chapters; an empty line ends a paragraph.")}`}
        problem={excessOf(text, maxCharacters) ?? problemOf("text")}
        render={<textarea rows={16} />}
      />
    </>
  );
}

/** Makes a document of a text that is pasted, or of a file. */
export function NewDocument() {
  const [, goTo] = useLocation();
  const [fields, setFields] = useState(empty);
  const { mutate, error, isPending, reset } = useApiMutation("POST /v1/documents", ["GET /v1/documents"]);
  useUnsavedWork(fields.text !== "");
  const change = (changed: Partial<Fields>): void => {
    setFields((known) => ({ ...known, ...changed }));
    // A problem is one of the text that was sent, and not of what is being written.
    if (error !== null) reset();
  };
  const submit = (): void =>
    mutate({ body: bodyOf(fields) }, { onSuccess: ({ document_id: id }) => goTo(documentPath(id)) });
  const problemOf = (field: string) => fieldProblem(error, field);
  const form = { fields, onChange: change, problemOf };
  return (
    <>
      <p>
        <Link href={documentsPath}>{t("All documents")}</Link>
      </p>
      <PageHeading title={t("New document")} />
      <Form className="card studio" onSubmit={submit}>
        <div className="studio-text">
          <TextFields {...form} />
          {error !== null && !isFieldProblem(error) && <WorkError error={error} retry={submit} />}
          <SubmitRow
            action={t("Create document")}
            disabled={isPending || excessOf(fields.text, maxCharacters) !== undefined}
          />
        </div>
        <div className="studio-settings">
          <TitleFields {...form} />
          <VoiceFields {...form} />
        </div>
      </Form>
    </>
  );
}

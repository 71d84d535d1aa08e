import { useState } from "react";
import type { Document, DocumentExport } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatBytes, formatDuration, formatRecent } from "#web/format.ts";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { SelectField } from "#web/components/field.tsx";
import { Loading, QueryBoundary } from "#web/components/notice.tsx";
import { progressMs } from "#web/components/requests/request-status.tsx";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";

const formats = [
  ["m4b", t("M4B audiobook")],
  ["mp3", t("MP3 with chapters")],
] as const;

const listExports = "GET /v1/documents/{document_id}/exports";

interface DocumentFilesProps {
  readonly document: Document;
}

interface FileRowProps extends DocumentFilesProps {
  readonly made: DocumentExport;
}

/** The part of the document that a file is of, by its name. */
const partOf = ({ chapters }: Document, chapter: number | null): string =>
  chapter === null
    ? t("Whole document")
    : (chapters?.[chapter - 1]?.title ?? t("Chapter {number}", { number: chapter }));

/** The part that a file is of, its properties, and whether it is older than the last change of the document. */
function FileFacts({ document, made }: FileRowProps) {
  const { format, chapter, bytes, duration_seconds: seconds } = made;
  const isOld = Date.parse(made.created_at) < Date.parse(document.updated_at);
  const facts = [
    format.toUpperCase(),
    seconds === null ? null : formatDuration(seconds),
    bytes === null ? null : formatBytes(bytes),
    formatRecent(made.created_at),
  ];
  return (
    <div className="take-title">
      <p className="request-title">{partOf(document, chapter)}</p>
      <p className="request-details">{facts.filter((fact) => fact !== null).join(" · ")}</p>
      {made.audio_url !== null && isOld && <p className="hint">{t("Out of date: the document has changed since.")}</p>}
    </div>
  );
}

function FileRow({ document, made }: FileRowProps) {
  const { export_id: id, document_id: documentId, format, chapter, status } = made;
  const part = partOf(document, chapter);
  const address = `/v1/documents/${documentId}/exports/${id}/audio`;
  return (
    <li className="row between">
      <FileFacts document={document} made={made} />
      {made.finished_at === null && <Loading>{status === "queued" ? t("Waiting…") : t("Joining the audio…")}</Loading>}
      {made.error !== null && (
        <span className="standing">
          <span className="badge" data-state="failed">
            {t("Failed")}
          </span>
          <span className="soft">{made.error.message}</span>
        </span>
      )}
      {made.audio_url !== null && (
        <a
          className="button quiet"
          href={address}
          download
          aria-label={t("Download {part} as {format}", { part, format: format.toUpperCase() })}
        >
          {t("Download")}
        </a>
      )}
      {made.audio_url !== null && (
        <AudioPlayer
          src={address}
          label={t("{part} as {format}", { part, format: format.toUpperCase() })}
          preload="none"
          seconds={made.duration_seconds ?? undefined}
        />
      )}
    </li>
  );
}

/** Has a file made of the document or of a chapter, once all of that is spoken. */
function NewFile({ document }: DocumentFilesProps) {
  const [format, setFormat] = useState<"m4b" | "mp3">("m4b");
  const [part, setPart] = useState("");
  const create = useApiMutation("POST /v1/documents/{document_id}/exports", [listExports]);
  const chapters = document.chapters ?? [];
  const known = part === "" || Number(part) <= chapters.length ? part : "";
  const paragraphs = (known === "" ? chapters : chapters.slice(Number(known) - 1, Number(known))).flatMap(
    (chapter) => chapter.paragraphs,
  );
  const missing = paragraphs.filter(({ status }) => status !== "spoken").length;
  const submit = (): void => {
    const body = { format, ...(known !== "" && { chapter: Number(known) }) };
    create.mutate({ path: { document_id: document.document_id }, body });
  };
  return (
    <>
      <div className="row">
        <SelectField
          label={t("Part")}
          value={known}
          onChange={setPart}
          choices={[["", t("Whole document")], ...chapters.map(({ title }, at) => [`${at + 1}`, title] as const)]}
        />
        <SelectField
          label={t("Format")}
          value={format}
          onChange={(next) => setFormat(next === "mp3" ? "mp3" : "m4b")}
          choices={formats}
        />
        <button type="button" className="button" disabled={create.isPending || missing > 0} onClick={submit}>
          {t("Create file")}
        </button>
      </div>
      <p className="hint">
        {missing > 0
          ? t(
              "{count, plural, one {# paragraph of it has no audio yet.} other {# paragraphs of it have no audio yet.}}",
              { count: missing },
            )
          : t("Creating a file costs nothing. It takes the place of an earlier one of the same part and format.")}
      </p>
      {create.error !== null && <WorkError error={create.error} retry={submit} />}
    </>
  );
}

/** The files of a document: its audio joined, with chapters. */
export function DocumentFiles({ document }: DocumentFilesProps) {
  const files = useApi(
    listExports,
    { path: { document_id: document.document_id } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.items.some((made) => made.finished_at === null) === true ? progressMs : false,
    },
  );
  return (
    <section id="files" className="card" aria-labelledby="files-title">
      <h2 id="files-title">{t("Files")}</h2>
      <NewFile document={document} />
      <QueryBoundary query={files}>
        {({ items }) =>
          items.length > 0 && (
            <ul className="plain document-files">
              {items.map((made) => (
                <FileRow key={made.export_id} document={document} made={made} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}

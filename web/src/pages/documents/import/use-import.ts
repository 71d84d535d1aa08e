import { useMutation } from "@tanstack/react-query";
import { formatCount, formatMebibytes } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { decodeText, ImportError, type ImportedText, withTitle } from "./imported-text.ts";

/** The kinds of files, as the `accept` of an input. */
export const acceptedFiles = ".txt,.md,.markdown,.docx,.epub";

const maxBytes = 50 * 1024 * 1024;

/** The name of a file without its ending, as a title. */
const titleOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[_-]+/g, " ")
    .trim();

async function readBytes(bytes: Uint8Array<ArrayBuffer>, ending: string): Promise<ImportedText> {
  if (ending === "docx") return (await import("./read-docx.ts")).readDocx(bytes);
  if (ending === "epub") return (await import("./read-epub.ts")).readEpub(bytes);
  if (!["txt", "md", "markdown"].includes(ending)) {
    throw new ImportError(t("Files of this kind are not read. Choose a .txt, .md, .docx or .epub file."));
  }
  const text = decodeText(bytes);
  return { ...(ending === "txt" ? { title: "", text } : withTitle(text)), author: "" };
}

/** Reads the text of a file in this browser; nothing is sent. @throws ImportError with a sentence for people */
async function readFile(file: File): Promise<ImportedText> {
  if (file.size > maxBytes) {
    throw new ImportError(
      t("The file is larger than {size}. Choose a smaller one.", { size: formatMebibytes(maxBytes) }),
    );
  }
  const ending = /\.([^.]*)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  const read = await readBytes(new Uint8Array(await file.arrayBuffer()), ending);
  const text = read.text.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) throw new ImportError(t("The file has no text. Choose another one."));
  return { ...read, text, title: read.title || titleOf(file.name) };
}

/** The number of headings of a text in Markdown. */
const headingsOf = (text: string): number => text.match(/^#{1,6}\s/gm)?.length ?? 0;

function noteOf(name: string, text: string): string {
  const count = headingsOf(text);
  if (count === 0) return t("{name} was read. Look through the text before you create the document.", { name });
  const headings = formatCount(count, "heading");
  return t("{name} was read, with {headings}. Look through the text before you create the document.", {
    name,
    headings,
  });
}

/** Reading a file, one at a time. */
export function useImport(onRead: (found: ImportedText) => void) {
  const { mutate, isPending, error, data, variables } = useMutation({ mutationFn: readFile, onSuccess: onRead });
  return {
    read: (file: File) => mutate(file),
    isReading: isPending,
    /** Why the last file could not be read; null where it could. */
    problem:
      error === null
        ? null
        : error instanceof ImportError
          ? error.message
          : t("The file cannot be read. It may be damaged, or have been moved."),
    /** The file that was read last; null where there is none. */
    note: data === undefined || variables === undefined ? null : noteOf(variables.name, data.text),
  };
}

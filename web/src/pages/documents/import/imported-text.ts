import { t } from "#web/messages/translate.ts";

/** A text of a file, in Markdown where it has chapters, and what the file says of it. */
export interface ImportedText {
  readonly text: string;
  readonly title: string;
  readonly author: string;
}

/** Why a file cannot be read, in a sentence for people. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

/** The marks at the beginning of a file that tell its encoding. */
const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** Text is UTF-8, or UTF-16 with its mark, or else of the Windows of Western Europe. @throws ImportError for what is no text */
export function decodeText(bytes: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return new TextDecoder(marked[0]).decode(bytes);
  if (bytes.includes(0)) throw new ImportError(t("The file is not a text. Choose a .txt, .md, .docx or .epub file."));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const firstHeading = /^# +([^ \n][^\n]*)\n/;

/** A text in Markdown with its title apart: the heading that it begins with, where only it has the first level and others follow. */
export function withTitle(text: string): Pick<ImportedText, "title" | "text"> {
  const written = text.replaceAll("\r\n", "\n").trimStart();
  const title = firstHeading.exec(written)?.[1]?.trim() ?? "";
  const rest = written.replace(firstHeading, "").trim();
  return title === "" || /^# /m.test(rest) || !/^##+ /m.test(rest) ? { title: "", text } : { title, text: rest };
}

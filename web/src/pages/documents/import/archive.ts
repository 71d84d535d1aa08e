import { unzipSync } from "fflate";
import { t } from "#web/messages/translate.ts";
import { decodeText, ImportError } from "./imported-text.ts";

/** The most that is unpacked of a file: a book of a thousand pages has some 3 MiB of text with its markup. */
const unpackedMaxBytes = 64 * 1024 * 1024;

/** The texts of an archive, by their paths in it. */
export type Archive = ReadonlyMap<string, string>;

/** The beginning of Word's files of old, and of those with a password. */
const compound = [0xd0, 0xcf, 0x11, 0xe0];
const zip = [0x50, 0x4b, 0x03, 0x04];

const beginsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

/**
 * Unpacks the files of a zip whose paths match. Each is unpacked into as many bytes as the zip says it has, which are counted before.
 * @throws ImportError when it is none, is damaged or encrypted, or unpacks into too much
 */
export function openArchive(bytes: Uint8Array, paths: RegExp): Archive {
  if (beginsWith(bytes, compound)) {
    throw new ImportError(t("The file has a password, or is of an old Word. Save it as .docx without a password."));
  }
  if (!beginsWith(bytes, zip)) throw new ImportError(t("The file is damaged, or not what its name says."));
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!paths.test(name)) return false;
        total += originalSize;
        if (total > unpackedMaxBytes) throw new ImportError(t("The file unpacks into too much. Choose a smaller one."));
        return true;
      },
    });
    return new Map(Object.entries(files).map(([name, content]) => [name, decodeText(content)]));
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(t("The file cannot be unpacked. It is damaged or encrypted."));
  }
}

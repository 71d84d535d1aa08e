import { zipOf } from "#sdk/zip.ts";

/** A zip of files under their own names; one that is hidden or has the name of another also has its place. */
export function zipFiles(files: readonly File[]): Promise<File> {
  const names = files.map(({ name }) => name.replaceAll(/[\\/:]/g, "_"));
  return zipOf(files, (place) => {
    const name = names[place] ?? "";
    return names.indexOf(name) === place && !name.startsWith(".") ? name : `${place + 1}-${name}`;
  });
}

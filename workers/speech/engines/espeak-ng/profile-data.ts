import { chmod, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FormantProfile } from "#workers/speech/engine.ts";

/** The name under which espeak-ng finds the profile: `-v hi+matched`. */
export const profileVariant = "matched";

/** espeak-ng scales nine formants, 0 to 8, each as `formant <number> <frequency %> <strength %> <width %>`. */
const formantCount = 9;

const variantFile = ({ pitchBaseHz, pitchRangeHz, formantPercent }: FormantProfile): string =>
  [
    "language variant",
    `name ${profileVariant}`,
    `pitch ${Math.round(pitchBaseHz)} ${Math.round(pitchRangeHz)}`,
    ...Array.from({ length: formantCount }, (_, index) => `formant ${index} ${Math.round(formantPercent)} 100 100`),
    "",
  ].join("\n");

/**
 * Lays out espeak-ng's data once more in `root`, by symbolic links, with the profile as the only voice variant. Pass
 * `root` as `--path`. The layout is espeak-ng 1.51's: `espeak-ng-data/voices/!v/<variant>`.
 */
export const writeProfileData = async (root: string, dataDirectory: string, profile: FormantProfile): Promise<void> => {
  const data = join(root, "espeak-ng-data");
  const variants = join(data, "voices", "!v");
  await mkdir(variants, { recursive: true });
  const entries = (await readdir(dataDirectory)).filter((entry) => entry !== "voices");
  await Promise.all(entries.map((entry) => symlink(join(dataDirectory, entry), join(data, entry))));
  const variant = join(variants, profileVariant);
  await writeFile(variant, variantFile(profile));
  // The engine may run as another user, whatever mask new files have here; the folder around them is private.
  for (const folder of [root, data, join(data, "voices"), variants]) await chmod(folder, 0o755);
  await chmod(variant, 0o644);
};

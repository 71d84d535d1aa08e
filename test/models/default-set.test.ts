import test from "ava";
import { readConfig } from "#src/config.ts";
import { readCatalogue } from "#src/models/catalogue.ts";
import { pull } from "#src/models/commands.ts";
import { verifyInstalledModel } from "#src/models/installed.ts";
import { contextOf } from "#test/models/support.ts";

/** The models that recognition and synthesis were measured with. */
const measured = [
  ["moonshine-tiny-en", "encoder_model.ort", "94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221"],
  ["moonshine-tiny-en", "decoder_model_merged.ort", "58181cd2ebd26517cda31999b258269e2b027700435295ba82e471317a3fe8df"],
  ["moonshine-tiny-en", "tokens.txt", "2870d843e14c1e187bf1913a521562a63b53933814bd7f2145120468f494a049"],
  ["silero-vad", "silero_vad.onnx", "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3"],
  ["kokoro-82m", "model.onnx", "15b0d2c7eff9c81b04feaa3b4144adbf5a948e7f324a1ad369a3f205bba1fb65"],
  ["kokoro-82m", "voices.bin", "b89b16e8843463c5a16d45f3904df4c7d0d2a2fdb3997acfb1adc443ec4b4417"],
  ["kokoro-82m", "tokens.txt", "6ebb6bb288f20f3ae8d004d3c2ca27697da27c037d75e81a60e2a6a663f95425"],
  ["ge2e-speaker-encoder", "encoder.onnx", "bf1d50dba756093867561690108134cfdb56b28f61ec7eca1bcff5e6dcff65e8"],
  ["dnsmos", "sig_bak_ovr.onnx", "269fbebdb513aa23cddfbb593542ecc540284a91849ac50516870e1ac78f6edd"],
] as const;

test("the default set is downloaded and built to the last byte", async (t) => {
  const { models } = readConfig();
  // It goes where bin/setup has put it already, unless it could not.
  const problem = models.names.some((name) => ["auto", "default"].includes(name))
    ? await pull([], contextOf(models.directory, await readCatalogue())).then(
        () => null,
        (error: unknown) => String(error),
      )
    : "SPEECH_MODELS names no default set.";
  if (
    problem !== null &&
    /does not answer|pip is missing|npm is missing|SPEECH_MODELS|cannot be changed|EACCES|EROFS/.test(problem)
  ) {
    t.log(`Skipped: ${problem}`);
    t.pass();
    return;
  }
  t.is(problem, null);
  for (const [model, path, sha256] of measured) {
    const found = await verifyInstalledModel(models.directory, model);
    t.is(found?.files.find((file) => file.path === path)?.sha256, sha256, path);
  }
});

import test from "ava";
import { openDashboard } from "#test/support/dashboard.ts";
import { wav } from "#harness/audio/sounds.ts";

const dashboard = await openDashboard({
  workers: ["transcription"],
  env: { MODELS_DIR: "/nonexistent" },
  expected: /\/v1\/speech\/transcriptions$/,
});
const { page, baseUrl, misdeeds } = dashboard;
test.after.always(() => dashboard.close());

const choice = (name: string) => page.getByLabel(name, { exact: true });
const open = () => page.goto(`${baseUrl}/account/transcribe`);

test.serial("where one model reads the language there is nothing to choose, and the transcript names it", async (t) => {
  await open();
  await page.locator("input[type=file]").setInputFiles({
    name: "silence.wav",
    mimeType: "audio/wav",
    buffer: Buffer.from(wav(1)),
  });
  await page.getByRole("button", { name: "Transcribe" }).click();
  await page.getByText("There is no speech in the recording.").waitFor();
  t.is(await choice("Model").count(), 0);
  await page.goto(`${baseUrl}/account/history`);
  await page.getByRole("link", { name: "silence.wav" }).click();
  await page.getByText("pocketsphinx (the only model that reads English)", { exact: true }).waitFor();
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test.serial("several models can be chosen, and the call that is shown names the choice", async (t) => {
  // As if more workers ran.
  const english = { tag: "en", name: "English", speech_models: [], transcription_models: ["pocketsphinx", "whisper"] };
  const data = { items: [english], detection_models: ["whisper"] };
  await page.route("**/v1/languages", (route) => route.fulfill({ json: { success: true, data } }));
  await open();
  const shown = page.getByLabel("Request with curl");
  /** Looks at the call, which a drawer shows. */
  const calls = async (part: string): Promise<string> => {
    await page.getByRole("button", { name: "View code" }).click();
    await shown.getByText(part).waitFor();
    const call = (await shown.textContent()) ?? "";
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "detached" });
    return call;
  };
  t.is(await choice("Language").inputValue(), "auto", "the language is detected where a model does that");
  t.is(await choice("Language").locator("option").first().textContent(), "Detect automatically");
  await choice("Language").selectOption({ label: "English" });
  await page.getByText("More options").click();
  await choice("Model").selectOption({ label: "Accurate" });
  await calls("model=accurate");
  await choice("Model").selectOption({ label: "pocketsphinx" });
  await calls("model=pocketsphinx");
  // It does not detect languages.
  await choice("Language").selectOption({ label: "Detect automatically" });
  t.false((await calls("language=auto")).includes("model="));
  await page.reload();
  await page.getByLabel("Channels").waitFor();
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test.serial(
  "speech that seems to be in another language is transcribed again with the language detected",
  async (t) => {
    await choice("Language").selectOption({ label: "English" });
    await page.route(/\/v1\/speech\/requests\/[^/?]+$/, async (route) => {
      const response = await route.fetch();
      const warning = '"warnings":[{"code":"language_mismatch","message":"Another language."}]';
      await route.fulfill({ response, body: (await response.text()).replace(/"warnings":\[.*?\]/, warning) });
    });
    const silence = { name: "silence.wav", mimeType: "audio/wav", buffer: Buffer.from(wav(1)) };
    await page.locator("input[type=file]").setInputFiles(silence);
    await page.getByRole("button", { name: "Transcribe" }).click();
    const again = page.getByRole("button", { name: "Transcribe again and detect the language" });
    await again.waitFor();
    const sent = page.waitForRequest(/\/v1\/speech\/transcriptions$/);
    await again.click();
    t.is((await sent).method(), "POST");
    t.is(await choice("Language").inputValue(), "auto");
  },
);

import test from "ava";
import { insertMatchingFolder } from "#harness/service/matching-folder.ts";
import { audioForm } from "#harness/clients/client.ts";
import { objectKeys } from "#harness/service/leftovers.ts";
import { tone } from "#harness/audio/sounds.ts";
import { insertModelFolder } from "#test/support/rows.ts";
import { insertOutdatedVoice } from "#test/support/outdated-voice.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { WAIT_MAX_SECONDS: "0", ELEVENLABS_WAIT_SECONDS: "1" } });
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

const make = (key: string) => service.call("POST", "/v1/voices", { key, form: audioForm(tone(2), { name: "Mine" }) });

const isOfVoice = (name: string): boolean => name.startsWith("samples/");

test.serial("while no worker is known, a new voice waits for one", async (t) => {
  const { key } = await service.account();
  t.is((await make(key)).status, 201);
  await db.deleteFrom("jobs").execute();
});

test.serial(
  "without the models of voice matching a new voice is refused with the command, and nothing is kept",
  async (t) => {
    await insertModelFolder(resources);
    const before = { objects: (await objectKeys(service)).filter(isOfVoice), voices: await countVoices() };
    const { key, userId } = await service.account();
    const { status, json } = await make(key);
    t.is(status, 503);
    t.like(json, {
      code: "voice_matching_not_installed",
      detail:
        "This service cannot make custom voices. Not installed: kokoro-82m ge2e-speaker-encoder dnsmos silero-vad. " +
        "The operator installs it with: npm run models -- pull kokoro-82m ge2e-speaker-encoder dnsmos silero-vad",
    });
    const form = new FormData();
    form.set("name", "Mine");
    form.set("files", new Blob([tone(2)]), "sample.wav");
    const headers = { "xi-api-key": key };
    t.is((await service.call("POST", "/elevenlabs/v1/voices/add", { headers, form })).status, 503);
    t.deepEqual({ objects: (await objectKeys(service)).filter(isOfVoice), voices: await countVoices() }, before);
    t.deepEqual(await db.selectFrom("jobs").select("subject_id").execute(), []);
    const id = await insertOutdatedVoice(resources, { userId, sample: tone(8) });
    t.like((await service.call("POST", `/v1/voices/${id}/train`, { key })).json, {
      code: "voice_matching_not_installed",
    });
  },
);

async function countVoices(): Promise<number> {
  return (await db.selectFrom("voices").select("id").where("type", "=", "custom").execute()).length;
}

test.serial("models that are installed and not named by SPEECH_MODELS are named in the reason", async (t) => {
  const { key } = await service.account();
  await insertMatchingFolder(resources, false);
  const { json } = await make(key);
  t.like(json, {
    detail:
      "This service cannot make custom voices. SPEECH_MODELS must name kokoro-82m, ge2e-speaker-encoder, dnsmos, silero-vad.",
  });
});

test.serial("one machine with the models is enough", async (t) => {
  const { key } = await service.account();
  await insertMatchingFolder(resources);
  t.is((await make(key)).status, 201);
});

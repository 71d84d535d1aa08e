import { writeFile } from "node:fs/promises";
import test from "ava";
import { z } from "zod";
import { speech } from "#harness/audio/sounds.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { openSdkAccounts } from "#test/support/sdk-accounts.ts";

const said = "Please open the window. Thank you very much.";

const open = `
import assemblyai as aai
def transcriber_of(url, key):
    settings = aai.Settings(base_url=url + "/assemblyai", api_key=key, polling_interval=0.2)
    return aai.Transcriber(client=aai.Client(settings=settings))
aai.settings.base_url = given["url"] + "/assemblyai"
aai.settings.api_key = given["key"]
aai.settings.polling_interval = 0.2
transcriber = aai.Transcriber()
`;

const calls = `
config = aai.TranscriptionConfig(speech_models=["universal-3-pro"], punctuate=True, format_text=True)
transcript = transcriber.transcribe(given["path"], config)
found = {
    "status": transcript.status.value,
    "text": transcript.text,
    "words": [[word.text, word.start, word.end] for word in transcript.words],
    "seconds": transcript.audio_duration,
    "sentences": [one.text for one in transcript.get_sentences()],
    "paragraphs": len(transcript.get_paragraphs()),
    "srt": transcript.export_subtitles_srt(),
    "vtt": transcript.export_subtitles_vtt(chars_per_caption=20),
    "matches": [one.count for one in transcript.word_search(["the window"])],
    "listed": [one.id for one in transcriber.list_transcripts().transcripts] == [transcript.id],
    "same": aai.Transcript.get_by_id(transcript.id).text == transcript.text,
}
found["deleted"] = aai.Transcript.delete_by_id(transcript.id).text
print(json.dumps(found))
`;
const answers = z.object({
  ...{ status: z.string(), text: z.string(), seconds: z.int(), sentences: z.array(z.string()), paragraphs: z.int() },
  words: z.array(z.tuple([z.string(), z.int(), z.int()])),
  ...{ srt: z.string(), vtt: z.string(), matches: z.array(z.int()), listed: z.literal(true), same: z.literal(true) },
  deleted: z.string(),
});

const errors = `
def sentence(key, path=given["path"], url=given["url"]):
    try:
        transcript = transcriber_of(url, key).transcribe(path)
    except aai.types.AssemblyAIError as error:
        return [type(error).__name__, str(error)]
    return [transcript.status.value, transcript.error]
with open(given["path"] + ".txt", "wb") as text:
    text.write(b"no sound")
limited = transcriber_of(given["limitedUrl"], given["limitedKey"])
limited.list_transcripts()
try:
    limited.list_transcripts()
    limit = None
except aai.types.AssemblyAIError as error:
    limit = [type(error).__name__, str(error)]
print(json.dumps({
    "wrong key": sentence(given["wrongKey"]),
    "expired key": sentence(given["expiredKey"]),
    "no credits": sentence(given["poorKey"]),
    "rate limit": limit,
    "no audio": sentence(given["key"], given["path"] + ".txt"),
}))
`;

if (await hasPythonPackage("assemblyai")) {
  const { given, close } = await openSdkAccounts();
  await writeFile(given.path, await speech(said));
  test.after.always(close);

  test.serial("PyPI assemblyai: transcribes a file, reads its parts, lists and deletes it", async (t) => {
    const found = answers.parse(await runPython(open + calls, given));
    t.deepEqual([found.status, wordsOf(found.text)], ["completed", wordsOf(said)]);
    t.is(found.words.length, 8);
    t.is(found.sentences.join(" "), found.text);
    t.is(found.paragraphs, 1);
    t.regex(found.srt, /^1\n/);
    t.regex(found.vtt, /^WEBVTT/);
    t.deepEqual(found.matches, [1]);
    t.is(found.deleted, "Deleted by user.");
  });

  test.serial("PyPI assemblyai: every refusal is an error with the sentence", async (t) => {
    const found = z.record(z.string(), z.tuple([z.string(), z.string()])).parse(await runPython(open + errors, given));
    const sentences: Readonly<Record<string, RegExp>> = {
      "wrong key": /The API key is not valid\./,
      "expired key": /The API key is not valid\./,
      "no credits": /Insufficient credits\. This needs \d+ credits/,
      "rate limit": /Rate limit exceeded\. Retry later\./,
      "no audio": /The file could not be read as audio\./,
    };
    t.deepEqual(Object.keys(found), Object.keys(sentences));
    for (const [name, sentence] of Object.entries(sentences)) t.regex(found[name]?.[1] ?? "", sentence, name);
  });
} else {
  test.skip("PyPI assemblyai: not run, because python3 has no package `assemblyai`", () => undefined);
}

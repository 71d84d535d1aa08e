import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, dataOf, send } from "#web/api/call.ts";
import { fieldProblem, Problem } from "#web/api/problem.ts";
import type { DemoLimits } from "#web/api/types.ts";
import { formatDuration, formatMebibytes } from "#web/format.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { ErrorNotice, SuccessNotice, Loading } from "#web/components/notice.tsx";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { FileInput } from "#web/components/file-input.tsx";
import { RecordButton } from "#web/components/audio/record-button.tsx";
import { useRecorder } from "#web/components/audio/use-recorder.ts";
import { useRevokeObjectUrl } from "#web/components/audio/use-revoke-object-url.ts";
import { t } from "#web/messages/translate.ts";

const operation = "POST /v1/demo/speech/transcriptions";

/** @throws Problem */
async function transcribe(audio: Blob): Promise<Answer<typeof operation>> {
  const form = new FormData();
  form.set("audio", audio, "recording");
  const answer = await send("/v1/demo/speech/transcriptions", { method: "POST", credentials: "omit", body: form });
  return dataOf<typeof operation>(await answer.json());
}

/** The length of what was heard, and the model that heard it. */
function factsOf({ duration_seconds: seconds, words, model }: Answer<typeof operation>): string {
  const known = { duration: formatDuration(seconds), words: words.length };
  if (model === null) return t("{duration} of audio, {words} words", known);
  return t("{duration} of audio, {words} words, model {model}", { ...known, model });
}

function Transcript({ heard }: { readonly heard: Answer<typeof operation> }) {
  if (heard.text === "") return <SuccessNotice>{t("There is no speech in the recording.")}</SuccessNotice>;
  return (
    <SuccessNotice>
      <blockquote>{heard.text}</blockquote>
      <p className="hint">{factsOf(heard)}</p>
      <CopyButton text={heard.text} label={t("Copy text")} />
    </SuccessNotice>
  );
}

/** Drop, choose or record, and read. */
export function TranscriptionDemo({ limits }: { readonly limits: DemoLimits }) {
  const [address, setAddress] = useState<string | null>(null);
  useRevokeObjectUrl(address);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (picked: Blob) => {
      const most = limits.audio_max_bytes;
      if (picked.size > most)
        throw new Problem(413, t("The file is larger than {size}.", { size: formatMebibytes(most) }));
      return transcribe(picked);
    },
  });
  const take = (picked: Blob): void => {
    setAddress(URL.createObjectURL(picked));
    mutate(picked);
  };
  const recorder = useRecorder(limits.audio_max_seconds, take);
  const problem = fieldProblem(error, "audio");
  return (
    <div>
      <FileInput disabled={isPending || recorder.recording} onPick={take} />
      <div className="row">
        <RecordButton recorder={recorder} disabled={isPending} />
        {address !== null && <AudioPlayer src={address} label={t("Your recording")} />}
      </div>
      {isPending && <Loading>{t("Transcribing…")}</Loading>}
      {recorder.refusal !== null && <ErrorNotice error={new Problem(0, recorder.refusal)} />}
      {error !== null && <ErrorNotice error={problem === undefined ? error : new Problem(422, problem)} />}
      {data !== undefined && !isPending && error === null && <Transcript heard={data} />}
      <p className="hint">
        {t(
          "Without an account: English, up to {seconds} seconds and {size}, {recordings} recordings a minute. WAV, MP3, FLAC, Ogg, M4A, WebM, AMR, WMA, AIFF and more.",
          {
            seconds: limits.audio_max_seconds,
            size: formatMebibytes(limits.audio_max_bytes),
            recordings: limits.transcriptions_per_minute,
          },
        )}
      </p>
    </div>
  );
}

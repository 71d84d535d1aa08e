import { Dialog } from "@base-ui/react/dialog";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldProblem, isFieldProblem, Problem } from "#web/api/problem.ts";
import type { AccountLimits, Voice } from "#web/api/types.ts";
import { upload, type UploadOptions } from "#web/api/upload.ts";
import { invalidate } from "#web/api/use-api.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { useUpload } from "#web/api/use-upload.ts";
import { type Recording, useRecording } from "#web/components/audio/use-recording.ts";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { Form } from "#web/components/form.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { UploadProgress } from "#web/components/upload-progress.tsx";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";
import { sampleForm } from "./sample-form.ts";
import { sampleAddress, Consent } from "./voice-details.tsx";
import { VoiceSample } from "./voice-sample.tsx";

interface NewSample {
  readonly voice: Voice;
  readonly sample: Recording | null;
  readonly maxBytes: number;
}

/** Sends another sample of a voice, from which it is trained. @throws Problem, also of `upload` */
async function sendSample({ voice, sample, maxBytes }: NewSample, options: UploadOptions): Promise<void> {
  if (sample === null) {
    throw new Problem(422, t("The form is not complete."), { fields: { audio: t("Required.") } });
  }
  await upload({ path: sampleAddress(voice), method: "PUT", form: sampleForm(sample, maxBytes) }, options);
}

interface FormProps {
  readonly voice: Voice;
  readonly limits: AccountLimits["voice_sample"];
  readonly onSent: () => void;
}

function SampleForm({ voice, limits, onSent }: FormProps) {
  const [sample, setSample] = useRecording();
  const { start, stop, sent, error, reset } = useUpload(sendSample, onSent);
  const submit = (): void => start({ voice, sample, maxBytes: limits.max_bytes });
  return (
    <Form onSubmit={submit}>
      <VoiceSample
        limits={limits}
        sample={sample}
        onSample={(audio) => {
          setSample(audio);
          reset();
        }}
        disabled={sent !== null}
        problem={fieldProblem(error, "audio")}
      />
      <Consent consent={voice.consent} />
      {error !== null && !isFieldProblem(error) && <WorkError error={error} retry={submit} />}
      {sent !== null && <UploadProgress sent={sent} onStop={stop} />}
      <DialogActions action={t("Replace and train")} disabled={sent !== null} />
    </Form>
  );
}

/** A button that gives another sample to a voice whose training failed. Closing its dialog ends a recording and an upload. */
export function ReplaceSample({ voice }: { readonly voice: Voice }) {
  const client = useQueryClient();
  const limits = useLimits();
  const [open, setOpen] = useState(false);
  const sent = (): void => {
    setOpen(false);
    void invalidate(client, ["GET /v1/voices", "GET /v1/usage"]);
  };
  return (
    // A sample is not lost to a click beside the dialog.
    <Dialog.Root open={open} onOpenChange={setOpen} disablePointerDismissal>
      <Dialog.Trigger
        className={voice.has_sample ? "button quiet" : "button"}
        aria-label={t("Replace the sample of {name}", { name: voice.name })}
      >
        {t("Replace the sample")}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">
            {t("Replace the sample of “{name}”", { name: voice.name })}
          </Dialog.Title>
          <Dialog.Description>
            {t(
              "The voice keeps its name, description and consent, so the sample must be of the same person. Training is free.",
            )}
          </Dialog.Description>
          <QueryBoundary query={limits}>
            {(known) => <SampleForm voice={voice} limits={known.voice_sample} onSent={sent} />}
          </QueryBoundary>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The texts of a form by field, several where it is sent several times. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A form with these texts, and with the recording where a field for it is named. */
export function recordingForm(
  recording: Uint8Array<ArrayBuffer>,
  { fields, fileField }: { readonly fields: Fields; readonly fileField: string | undefined },
): FormData {
  const form = new FormData();
  if (fileField !== undefined) form.set(fileField, new Blob([recording]), "recording.wav");
  for (const [name, texts] of Object.entries(fields)) for (const text of [texts].flat()) form.append(name, text);
  return form;
}

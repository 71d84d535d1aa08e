import type { Voice } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";

/** What voice matching has reached. */
export const VoiceMatch = ({ match }: { readonly match: NonNullable<Voice["match"]> }) => (
  <>
    {match.method === "nearest" && <p className="hint">Nearest built-in voice ({match.base_voice}).</p>}
    <dl className="measured">
      <div>
        <dt>Similarity</dt>
        <dd>
          {match.similarity} (best built-in voice: {match.builtin_similarity})
        </dd>
      </div>
      {match.improvement !== null && (
        <div>
          <dt>Search</dt>
          <dd>
            {match.improvement.similarity_after} (before: {match.improvement.similarity_before})
          </dd>
        </div>
      )}
      <div>
        <dt>Pitch</dt>
        <dd>
          {Math.round(match.pitch_hz)} Hz (sample: {Math.round(match.sample_pitch_hz)} Hz)
        </dd>
      </div>
      <div>
        <dt>Clarity</dt>
        <dd>
          {match.clarity} of 5 (sample: {match.sample_clarity})
        </dd>
      </div>
    </dl>
    {match.warnings.map((warning) => (
      <p key={warning} className="hint">
        {warning}
      </p>
    ))}
  </>
);

/** Removes the recording of the person and keeps the voice. */
export function DeleteSample({ voice }: { readonly voice: Voice }) {
  const { mutateAsync } = useApiMutation("DELETE /v1/voices/{voice_id}/sample", ["GET /v1/voices"]);
  return (
    <ConfirmDialog
      trigger="Delete sample"
      triggerLabel={`Delete sample of ${voice.name}`}
      title={`Delete the sample of “${voice.name}”?`}
      action="Delete sample"
      onConfirm={() => mutateAsync({ path: { voice_id: voice.voice_id } })}
    >
      <p>The voice is kept and still works. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

import { useApiMutation } from "#web/api/use-api.ts";
import { formatCount } from "#web/format.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { useLimits } from "#web/api/use-limits.ts";
import { t } from "#web/messages/translate.ts";

const keptFor = (days: number | null): string =>
  days === null
    ? t("Recordings are kept until you delete them, to be played in History.")
    : t("Recordings are kept for {days}, to be played in History.", { days: formatCount(days, "day") });

/** Whether the recordings of transcriptions are kept, and for how long. */
export function RecordingSettings({ keep }: { readonly keep: boolean }) {
  const { data: limits } = useLimits();
  const { mutate, isPending, error } = useApiMutation("PATCH /v1/users/me", ["GET /v1/users/me"]);
  return (
    <section className="card" aria-labelledby="recordings-title">
      <h2 id="recordings-title">{t("Recordings")}</h2>
      <div className="checks">
        <label>
          <input
            type="checkbox"
            role="switch"
            aria-checked={keep}
            checked={keep}
            disabled={isPending}
            aria-describedby="recordings-hint"
            onChange={({ currentTarget }) => mutate({ body: { keep_recordings: currentTarget.checked } })}
          />
          {t("Keep recordings after they are transcribed")}
        </label>
      </div>
      <p id="recordings-hint" className="hint">
        {limits !== undefined && `${keptFor(limits.audio_retention_days)} `}
        {t("When off, recordings are deleted after transcription. Existing recordings are kept.")}
      </p>
      {error !== null && <ErrorNotice error={error} />}
    </section>
  );
}

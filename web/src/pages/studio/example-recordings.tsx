import { useMutation } from "@tanstack/react-query";
import { AudioLines } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { send } from "#web/api/call.ts";
import type { ExampleList } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { ErrorNotice, Loading } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";

type Example = ExampleList["recordings"][number];

interface ExampleRecordingsProps {
  readonly disabled: boolean;
  readonly onTake: (audio: Blob) => void;
  /** A further way to a recording, beside them. */
  readonly children: ReactNode;
}

/** @throws Problem */
async function fetchExample({ example_id: id }: Example, signal: AbortSignal): Promise<File> {
  const answer = await send(`/v1/examples/${id}/audio`, { signal });
  return new File([await answer.blob()], `${id}.mp3`, { type: "audio/mpeg" });
}

/** Recordings of the service's own voices, for those who have none at hand. */
export function ExampleRecordings({ disabled, onTake, children }: ExampleRecordingsProps) {
  const { data } = useApi("GET /v1/examples", {}, { staleTime: 60_000 });
  const calling = useRef<AbortController | null>(null);
  const { mutate, reset, error, isPending, variables } = useMutation({
    mutationFn: (example: Example) => {
      calling.current = new AbortController();
      return fetchExample(example, calling.current.signal);
    },
    onSuccess: onTake,
  });
  const cancel = (): void => {
    calling.current?.abort();
    reset();
  };
  const recordings = data?.recordings ?? [];
  return (
    <div className="example-recordings">
      <div className="row center" role="group" aria-label={t("Other recordings")}>
        {recordings.length > 0 && <span className="label">{t("Or try an example")}</span>}
        {recordings.map((example) => (
          <button
            key={example.example_id}
            type="button"
            className="button quiet"
            disabled={disabled || isPending}
            onClick={() => mutate(example)}
          >
            <AudioLines aria-hidden="true" />
            {example.title}
          </button>
        ))}
        {children}
      </div>
      {isPending && (
        <div className="row center">
          <Loading>{t("Speaking the example “{title}”…", { title: variables.title })}</Loading>
          <button type="button" className="button quiet" onClick={cancel}>
            {t("Cancel")}
          </button>
        </div>
      )}
      {error !== null && (
        <ErrorNotice error={error} retry={variables === undefined ? undefined : () => mutate(variables)} />
      )}
      {recordings.length > 0 && (
        <p className="hint">
          {t("Spoken by built-in voices. Listening is free; transcribing one costs as much as any other recording.")}
        </p>
      )}
    </div>
  );
}

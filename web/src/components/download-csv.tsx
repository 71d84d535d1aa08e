import { useMutation } from "@tanstack/react-query";
import { t } from "#web/messages/translate.ts";
import { downloadFile } from "./download-file.ts";
import { ErrorNotice } from "./notice.tsx";

interface DownloadCsvProps {
  /** The name of the file. */
  readonly name: string;
  /** Reads what the file holds. */
  readonly load: () => Promise<string>;
}

/** A button that reads a whole list and hands it over as a CSV file. */
export function DownloadCsv({ name, load }: DownloadCsvProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => downloadFile(name, new Blob([await load()], { type: "text/csv" })),
  });
  return (
    <>
      <button type="button" className="button quiet" disabled={isPending} onClick={() => mutate()}>
        {t("Download as CSV")}
      </button>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

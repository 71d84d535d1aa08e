import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { Batch } from "#web/api/types.ts";
import { BatchResults } from "#web/components/batches/batch-results.tsx";
import { formatDateTime } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

/** A button for the recordings of a batch, which a drawer shows: each with its name, the reason of a failure, and the way to its result. */
export const BatchRecordings = ({ batch }: { readonly batch: Batch }) => (
  <Dialog.Root>
    <Dialog.Trigger
      className="button quiet"
      aria-label={t("Recordings of the batch of {created}", { created: formatDateTime(batch.created_at) })}
    >
      {t("Recordings")}
    </Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog drawer">
        <div className="row between">
          <Dialog.Title className="dialog-title">{t("Recordings")}</Dialog.Title>
          <Dialog.Close className="button quiet icon" aria-label={t("Close")}>
            <X aria-hidden="true" size={18} />
          </Dialog.Close>
        </div>
        <BatchResults batch={batch} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);

import type { ModelReport } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatBytes } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";

type Folder = ModelReport["folders"][number];
type Model = Folder["models"][number];

const actions = { available: "Install", installed: "Install", outdated: "Update", damaged: "Repair" } as const;

interface InstallProps {
  readonly folder: Folder;
  readonly model: Model;
  /** While it is being installed. */
  readonly disabled: boolean;
}

/** The button that has a model installed, with what its download and its licence mean. */
export function InstallModel({ folder, model, disabled }: InstallProps) {
  const { mutateAsync } = useApiMutation("POST /v1/admin/models/pulls", ["GET /v1/admin/models"]);
  if (disabled) return <p className="soft">In progress</p>;
  const action = actions[model.state];
  const size = model.size_bytes === null ? "" : `: a download of ${formatBytes(model.size_bytes)}`;
  return (
    <ConfirmDialog
      trigger={action}
      triggerClass="button quiet"
      triggerLabel={`${action} ${model.name}`}
      title={`${action} ${model.name} on ${folder.host}?`}
      action={model.verifiable ? action : `${action} without verification`}
      keep="Cancel"
      onConfirm={() =>
        mutateAsync({ body: { folder_id: folder.folder_id, model: model.name, accept_unverified: !model.verifiable } })
      }
    >
      <p>A worker downloads, builds and checks it{size}. Requests go on meanwhile.</p>
      <p>Licence: {model.licence}</p>
      {!model.tried && <p>This model is untested.</p>}
      {!model.verifiable && (
        <p className="notice" data-kind="warning">
          No checksum is recorded for this model, so a download cannot be verified. The worker runs what its address
          serves. Install it only if you trust that address.
        </p>
      )}
    </ConfirmDialog>
  );
}

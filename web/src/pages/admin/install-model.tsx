import type { ModelReport } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatBytes } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { type Message, t } from "#web/messages/translate.ts";

type Folder = ModelReport["folders"][number];
type Model = Folder["models"][number];

/** The words for an installation: on the button, to those who hear it alone, as a question, and for one that nothing verifies. */
interface Words {
  readonly action: Message;
  readonly label: Message;
  readonly title: Message;
  readonly unverified: Message;
}

const install: Words = {
  action: "Install",
  label: "Install {name}",
  title: "Install {name} on {host}?",
  unverified: "Install without verification",
};
const update: Words = {
  action: "Update",
  label: "Update {name}",
  title: "Update {name} on {host}?",
  unverified: "Update without verification",
};
const repair: Words = {
  action: "Repair",
  label: "Repair {name}",
  title: "Repair {name} on {host}?",
  unverified: "Repair without verification",
};
const wordsOf: Readonly<Record<Model["state"], Words>> = {
  available: install,
  installed: install,
  outdated: update,
  damaged: repair,
};

interface InstallProps {
  readonly folder: Folder;
  readonly model: Model;
  /** While it is being installed. */
  readonly disabled: boolean;
}

/** The button that has a model installed, with what its download and its licence mean. */
export function InstallModel({ folder, model, disabled }: InstallProps) {
  const { mutateAsync } = useApiMutation("POST /v1/admin/models/pulls", ["GET /v1/admin/models"]);
  if (disabled) return <p className="soft">{t("In progress")}</p>;
  const { action, label, title, unverified } = wordsOf[model.state];
  const { name, size_bytes: size } = model;
  return (
    <ConfirmDialog
      trigger={t(action)}
      harmless
      triggerLabel={t(label, { name })}
      title={t(title, { name, host: folder.host })}
      action={t(model.verifiable ? action : unverified)}
      keep={t("Cancel")}
      onConfirm={() =>
        mutateAsync({ body: { folder_id: folder.folder_id, model: model.name, accept_unverified: !model.verifiable } })
      }
    >
      <p>
        {size === null
          ? t("A worker downloads, builds and checks it. Requests go on meanwhile.")
          : t("A worker downloads, builds and checks it: a download of {size}. Requests go on meanwhile.", {
              size: formatBytes(size),
            })}
      </p>
      <p>{t("Licence: {licence}", { licence: model.licence })}</p>
      {!model.tried && <p>{t("This model is untested.")}</p>}
      {!model.verifiable && (
        <p className="notice" data-kind="warning">
          {t(
            "No checksum is recorded for this model, so a download cannot be verified. The worker runs what its address serves. Install it only if you trust that address.",
          )}
        </p>
      )}
    </ConfirmDialog>
  );
}

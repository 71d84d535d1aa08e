import { useState } from "react";
import type { ApiKey } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { t } from "#web/messages/translate.ts";

interface RevokeProps {
  readonly apiKey: ApiKey;
}

const useRevocation = () => useApiMutation("DELETE /v1/api-keys/{api_key_id}", ["GET /v1/api-keys"]).mutateAsync;

/** Revokes a key, and on request those that it has made. */
export function RevokeKey({ apiKey }: RevokeProps) {
  const [withDescendants, setWithDescendants] = useState(false);
  const revoke = useRevocation();
  const { api_key_id: id, name, hint, live_descendants: count } = apiKey;
  const query = { descendants: withDescendants && count > 0 ? "true" : "false" } as const;
  return (
    <ConfirmDialog
      trigger={t("Revoke")}
      triggerLabel={t("Revoke {name}", { name })}
      title={t("Revoke “{name}”?", { name })}
      action={t("Revoke key")}
      onConfirm={() => revoke({ path: { api_key_id: id }, query })}
      onClosed={() => setWithDescendants(false)}
    >
      <p>{t("Every call with the key that ends in {hint} is refused from now on. This cannot be undone.", { hint })}</p>
      {count > 0 && (
        <div className="checks">
          <label>
            <input
              type="checkbox"
              checked={withDescendants}
              onChange={({ target }) => setWithDescendants(target.checked)}
            />
            {t(
              "{count, plural, one {Also revoke the key created with it} other {Also revoke the # keys created with it}}",
              { count },
            )}
          </label>
        </div>
      )}
    </ConfirmDialog>
  );
}

/** Revokes what a key has made that does not work any more itself. */
export function RevokeDescendants({ apiKey }: RevokeProps) {
  const revoke = useRevocation();
  const { api_key_id: id, name, live_descendants: count } = apiKey;
  return (
    <ConfirmDialog
      trigger={t("Revoke keys created with it")}
      triggerLabel={t("Revoke keys created with {name}", { name })}
      title={t("{count, plural, one {Revoke the key created with it?} other {Revoke the # keys created with it?}}", {
        count,
      })}
      action={t("Revoke keys")}
      keep={t("Keep them")}
      onConfirm={() => revoke({ path: { api_key_id: id }, query: { descendants: "true" } })}
    >
      <p>{t("Every call with such a key is refused from now on. This cannot be undone.")}</p>
    </ConfirmDialog>
  );
}

import { useState } from "react";
import type { ApiKey } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatNumber } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";

const keysMadeWithIt = (count: number): string =>
  count === 1 ? "the key created with it" : `the ${formatNumber(count)} keys created with it`;

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
      trigger="Revoke"
      triggerLabel={`Revoke ${name}`}
      title={`Revoke “${name}”?`}
      action="Revoke key"
      onConfirm={() => revoke({ path: { api_key_id: id }, query })}
      onClosed={() => setWithDescendants(false)}
    >
      <p>Every call with the key that ends in {hint} is refused from now on. This cannot be undone.</p>
      {count > 0 && (
        <div className="checks">
          <label>
            <input
              type="checkbox"
              checked={withDescendants}
              onChange={({ target }) => setWithDescendants(target.checked)}
            />
            Also revoke {keysMadeWithIt(count)}
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
      trigger="Revoke keys created with it"
      triggerLabel={`Revoke keys created with ${name}`}
      title={`Revoke ${keysMadeWithIt(count)}?`}
      action="Revoke keys"
      keep="Keep them"
      onConfirm={() => revoke({ path: { api_key_id: id }, query: { descendants: "true" } })}
    >
      <p>Every call with such a key is refused from now on. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

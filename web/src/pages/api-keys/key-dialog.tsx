import type { ComponentProps, ReactNode } from "react";
import type { CreatedApiKey } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";
import { FirstCall } from "#web/components/first-call.tsx";
import { SecretDialog } from "#web/components/secret-dialog.tsx";

interface KeyDialogProps extends Omit<ComponentProps<typeof SecretDialog>, "stale" | "children"> {
  /** The form, which hands over the key that it has made. */
  readonly children: (onMade: (apiKey: CreatedApiKey, note?: string) => void) => ReactNode;
}

/** A dialog that makes a key by a form and then shows its secret, once. */
export const KeyDialog = ({ children, ...dialog }: KeyDialogProps) => (
  <SecretDialog {...dialog} stale={["GET /v1/api-keys"]}>
    {(onMade) =>
      children((apiKey, note = "") =>
        onMade({
          ...{ title: t("Your key “{name}”", { name: apiKey.name }), secret: apiKey.key, note },
          use: apiKey.scopes.includes("speech") && <FirstCall apiKey={apiKey.key} />,
        }),
      )
    }
  </SecretDialog>
);

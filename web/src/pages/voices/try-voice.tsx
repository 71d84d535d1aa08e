import { Dialog } from "@base-ui/react/dialog";
import type { Voice } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";
import { SpeakForm } from "./speak-form.tsx";

/** A button that lets a voice of the account say something, beside its sample. */
export const TryVoice = ({ voice }: { readonly voice: Voice }) => (
  <Dialog.Root>
    <Dialog.Trigger className="button quiet" aria-label={t("Try {name}", { name: voice.name })}>
      {t("Try")}
    </Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog">
        <Dialog.Title className="dialog-title">{t("Try “{name}”", { name: voice.name })}</Dialog.Title>
        <SpeakForm voice={voice} beside="sample" />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);

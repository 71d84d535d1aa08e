import { Dialog } from "@base-ui/react/dialog";
import { Code, X } from "lucide-react";
import { lazy, Suspense } from "react";
import { t } from "#web/messages/translate.ts";

const CallTabs = lazy(() => import("./snippets.tsx").then((part) => ({ default: part.CallTabs })));

interface CodeDrawerProps {
  /** The call that the page makes, in several languages. */
  readonly calls: readonly (readonly [name: string, text: string])[];
}

/** A button for the call of the page as code, which a drawer at the side shows. */
export const CodeDrawer = ({ calls }: CodeDrawerProps) => (
  <Dialog.Root>
    <Dialog.Trigger className="button quiet">
      <Code aria-hidden="true" size={18} /> {t("View code")}
    </Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog drawer">
        <div className="row between">
          <Dialog.Title className="dialog-title">{t("Call the API")}</Dialog.Title>
          <Dialog.Close className="button quiet icon" aria-label={t("Close")}>
            <X aria-hidden="true" size={18} />
          </Dialog.Close>
        </div>
        <Suspense>
          <CallTabs calls={calls} />
        </Suspense>
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);

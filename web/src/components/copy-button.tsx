import { useState } from "react";
import { t } from "#web/messages/translate.ts";

/** Copies a text; says when it has. */
export function CopyButton({ text, label = t("Copy") }: { readonly text: string; readonly label?: string }) {
  const [copied, setCopied] = useState<"no" | "yes" | "refused">("no");
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied("yes"),
      () => setCopied("refused"),
    );
  return (
    <span className="copy">
      <button type="button" className="button quiet" onClick={copy}>
        {label}
      </button>
      <span role="status">{{ no: "", yes: t("Copied"), refused: t("Select and copy it manually") }[copied]}</span>
    </span>
  );
}

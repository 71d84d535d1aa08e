import { useState } from "react";

/** Copies a text; says when it has. */
export function CopyButton({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) {
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
      <span role="status">{{ no: "", yes: "Copied", refused: "Select and copy it manually" }[copied]}</span>
    </span>
  );
}

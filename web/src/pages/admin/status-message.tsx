import { useEffect, useRef } from "react";

/** A new object each time, since the same message may come twice. */
export interface Message {
  readonly text: string;
}

/** The message about the last action. It takes the focus from the button that did it, which may be gone with its row. */
export function StatusMessage({ said }: { readonly said: Message | null }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said !== null) notice.current?.focus();
  }, [said]);
  return (
    <div ref={notice} role="status" tabIndex={-1} className="said notice good">
      {said?.text}
    </div>
  );
}

import { useEffect, useRef } from "react";

/** Another object each time, since the same may be said twice. */
export interface Message {
  readonly text: string;
}

/** What has just been done. It takes the focus from the button that did it, which may be gone with its row. */
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

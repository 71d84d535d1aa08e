import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useUnsavedWork } from "#web/components/use-unsaved-work.ts";
import { isAborted, type UploadOptions } from "./upload.ts";

/** An upload as a page shows it. */
export interface RunningUpload<Input, Result> {
  readonly start: (input: Input) => void;
  /** Ends what is being sent; nothing has been made then. */
  readonly stop: () => void;
  /** Forgets what was made or went wrong. */
  readonly reset: () => void;
  /** How much has been sent, 0 to 1; null when nothing is under way. */
  readonly sent: number | null;
  readonly made: Result | undefined;
  /** Why it failed; null also when it was stopped. */
  readonly error: unknown;
}

/** Sends something large, one at a time. Leaving the page ends it. */
export function useUpload<Input, Result>(
  send: (input: Input, options: UploadOptions) => Promise<Result>,
  onMade?: (made: Result) => void,
): RunningUpload<Input, Result> {
  const running = useRef<AbortController | null>(null);
  const [sent, setSent] = useState(0);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (input: Input) => {
      const controller = new AbortController();
      running.current = controller;
      setSent(0);
      return send(input, { signal: controller.signal, onSent: setSent });
    },
    ...(onMade !== undefined && { onSuccess: onMade }),
  });
  useUnsavedWork(isPending);
  useEffect(() => () => running.current?.abort(), []);
  return {
    start: (input) => mutate(input),
    stop: () => running.current?.abort(),
    reset,
    sent: isPending ? sent : null,
    made: data,
    error: isAborted(error) ? null : error,
  };
}

import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from "react";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate" | "onKeyDown"> {
  readonly onSubmit?: () => void;
}

/** Control and Enter, or Command and Enter, press the button of the form, also in a text of several lines. */
function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  // A dialog that the form opens is its child for React, and lies elsewhere in the page.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
}

const isMac = navigator.platform.startsWith("Mac");

interface SubmitRowProps {
  /** The text of the button. */
  readonly action: string;
  readonly disabled: boolean;
}

/** The button of a form with a long text, and the keys that press it. */
export const SubmitRow = ({ action, disabled }: SubmitRowProps) => (
  <div className="row center">
    <button type="submit" className="button" disabled={disabled} aria-keyshortcuts="Control+Enter Meta+Enter">
      {action}
    </button>
    <span className="hint keys">{isMac ? "⌘" : "Ctrl"} + Enter</span>
  </div>
);

/**
 * A form that our code submits. The API validates it, so the browser does not; as a browser would, it moves the focus to the first
 * field that is refused, which may be out of sight.
 */
export function Form({ onSubmit, ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  useEffect(() => {
    const refused = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!isSubmitted.current || !refused) return;
    isSubmitted.current = false;
    refused.focus();
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its button can be pressed as well
    <form
      {...form}
      ref={element}
      noValidate
      onKeyDown={submitByKeys}
      onInput={(event) => {
        isSubmitted.current = false;
        form.onInput?.(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        isSubmitted.current = true;
        onSubmit?.();
      }}
    />
  );
}

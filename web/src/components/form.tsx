import { type ComponentProps, useEffect, useRef } from "react";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  readonly onSubmit?: () => void;
}

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
    <form
      {...form}
      ref={element}
      noValidate
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

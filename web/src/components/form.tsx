import type { ComponentProps } from "react";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  readonly onSubmit?: () => void;
}

/** A form that our code submits. The API validates it, so the browser does not. */
export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    {...form}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit?.();
    }}
  />
);

import { type ReactNode, useEffect, useRef } from "react";
import { siteName } from "./site.ts";

interface PageHeadingProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** The title of a page, also that of the window. It takes the focus when the page comes in place of another one. */
export function PageHeading({ title, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) heading.current?.focus();
  }, []);
  return (
    <header className="heading">
      <title>{`${title} · ${siteName()}`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </header>
  );
}

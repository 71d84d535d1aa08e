import { useEffect, useRef } from "react";
import { keepInView } from "./keep-in-view.ts";

/** Brings a section into view that the address names: the browser has looked for it before it was there. */
export function useNamedSection(anchor: string) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (location.hash !== `#${anchor}` || section.current === null) return undefined;
    return keepInView(section.current, section.current.parentElement ?? section.current);
  }, [anchor]);
  return section;
}

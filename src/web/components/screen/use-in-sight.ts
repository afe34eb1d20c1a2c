import { useLayoutEffect, type RefObject } from "react";

/** Scrolls a row sideways, never the page, until its chosen part is in the middle: at first and when another is chosen. */
export function useInSight(row: RefObject<HTMLElement | null>, chosen: string): void {
  useLayoutEffect(() => {
    const part = row.current?.querySelector("[aria-selected=true], [aria-current=page]");
    if (row.current === null || part === null || part === undefined) return;
    const [outer, inner] = [row.current.getBoundingClientRect(), part.getBoundingClientRect()];
    row.current.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [row, chosen]);
}

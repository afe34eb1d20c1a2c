import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * For a row that is scrolled sideways: keeps its chosen part in the middle, at first and when another is chosen. The
 * page itself is not scrolled.
 */
export function useInSight<Row extends HTMLElement>(chosen: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useLayoutEffect(() => {
    const part = row.current?.querySelector("[aria-selected=true], [aria-current=page]") ?? null;
    if (row.current === null || part === null) return;
    const [outer, inner] = [row.current.getBoundingClientRect(), part.getBoundingClientRect()];
    row.current.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [chosen]);
  return row;
}

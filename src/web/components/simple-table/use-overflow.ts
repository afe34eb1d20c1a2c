import { useEffect, useRef, useState, type RefObject } from "react";

/** Whether what is in a box is wider than the box, as long as both are there. */
export function useOverflow(): [box: RefObject<HTMLDivElement | null>, isWider: boolean] {
  const box = useRef<HTMLDivElement>(null);
  const [isWider, setIsWider] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const observer = new ResizeObserver(() => setIsWider(current.scrollWidth > current.clientWidth));
    for (const one of [current, ...current.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return [box, isWider];
}

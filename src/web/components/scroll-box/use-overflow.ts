import { useEffect, useRef, useState, type RefObject } from "react";

/** Whether what is in a box is larger than the box, in width or height, as long as both are there. */
export function useOverflow(): [box: RefObject<HTMLDivElement | null>, isLarger: boolean] {
  const box = useRef<HTMLDivElement>(null);
  const [isLarger, setIsLarger] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const observer = new ResizeObserver(() =>
      setIsLarger(current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight),
    );
    for (const one of [current, ...current.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return [box, isLarger];
}

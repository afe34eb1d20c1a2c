import type { ReactNode } from "react";
import { useOverflow } from "./use-overflow";

type Props = {
  /** What is in it. */
  label: string;
  /** Bounds its height. */
  className: string | undefined;
  children: ReactNode;
};

/** A box that scrolls by itself: a stop of the Tab key while there is something to scroll to. */
export function ScrollBox({ label, className, children }: Props) {
  const [box, isLarger] = useOverflow();
  return (
    <div
      ref={box}
      className={className}
      {...(isLarger && { tabIndex: 0, role: "group", "aria-label": `${label}, longer than its place` })}
    >
      {children}
    </div>
  );
}

import type { ReactNode } from "react";
import { useInSight } from "../screen/use-in-sight";
import styles from "./section-nav.module.css";

type Props = {
  label: string;
  /** Path of the page that is shown. */
  here: string;
  /** Links of the class `section`. */
  children: ReactNode;
};

/**
 * The row of links to the pages of a part: where it has no room it is scrolled sideways, with the current one in sight.
 */
export function SectionNav({ label, here, children }: Props) {
  const row = useInSight<HTMLElement>(here);
  return (
    <nav ref={row} aria-label={label} className={styles.sections}>
      {children}
    </nav>
  );
}

import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { useInSight } from "../screen/use-in-sight";

type Props = {
  /** What the tabs are parts of, spoken. */
  label?: string;
  /** The value of the tab that is shown. */
  chosen: string;
  className?: string | undefined;
  children: ReactNode;
};

/** The row of tabs: where it has no room it is scrolled sideways, with the chosen one in sight. */
export function TabList({ label, chosen, className, children }: Props) {
  const row = useInSight<HTMLDivElement>(chosen);
  return (
    <Tabs.List ref={row} aria-label={label} className={className}>
      {children}
    </Tabs.List>
  );
}

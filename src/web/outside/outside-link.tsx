import { Anchor } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { go } from "./go";

/** A link from a page outside of the shell to any page. */
export function OutsideLink({ to, children }: { to: string; children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <Anchor href={to} onClick={follow}>
      {children}
    </Anchor>
  );
}

import { Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { Anchored } from "./anchored";

type Props = {
  target: HTMLElement;
  label: string;
  width?: number | undefined;
  className?: string | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  children: ReactNode;
};

/** What a drop-down shows; it has the focus while it is there. */
export function Layer({ target, label, width, className, isOpen, onOpen, children }: Props) {
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      {...(width !== undefined && { width })}
    >
      <Popover.Target>
        <Anchored element={target} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={className}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

import { Popover } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
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
  const layer = useRef<HTMLDivElement>(null);
  // Mantine would give the focus back to a target of its own.
  const giveBack = useEffectEvent(() => {
    const { activeElement: focused } = document;
    if (focused === document.body || layer.current?.contains(focused) === true) target.focus();
  });
  useEffect(() => (isOpen ? () => giveBack() : undefined), [isOpen]);
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-end"
      trapFocus
      {...(width !== undefined && { width })}
    >
      <Popover.Target>
        <Anchored element={target} />
      </Popover.Target>
      <Popover.Dropdown ref={layer} aria-label={label} className={className}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

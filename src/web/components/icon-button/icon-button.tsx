import { ActionIcon } from "@mantine/core";
import type { ComponentType, MouseEventHandler } from "react";
import { ICON } from "../../theme/tokens";

export type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>;

type Props = {
  icon: Icon;
  /** What it does: spoken, and shown on hover and focus. */
  label: string;
  onClick: MouseEventHandler<HTMLButtonElement>;
  /** -1 inside of a grid, which has its own way to its cells. */
  tabIndex?: number;
  isDangerous?: boolean;
  isPressed?: boolean;
};

/** A button that shows an icon only. */
export function IconButton({ icon: Icon, label, onClick, tabIndex, isDangerous = false, isPressed }: Props) {
  return (
    <ActionIcon
      variant="subtle"
      color={isDangerous ? "danger" : "gray"}
      c={isDangerous ? undefined : "var(--text)"}
      size={28}
      aria-label={label}
      aria-pressed={isPressed}
      data-tip={label}
      onClick={onClick}
      tabIndex={tabIndex}
    >
      <Icon {...ICON} />
    </ActionIcon>
  );
}

import { Button, Group, type MantineSpacing } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  /** The way out, with nothing done; absent: there is none beside the one button. */
  onCancel?: () => void;
  /** What that is called where it is not "Cancel". */
  cancelLabel?: string;
  /** What the button does; absent: it submits the form around it. */
  onAct?: () => void;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** What it does cannot be taken back. */
  isDangerous?: boolean;
  /** Which has the focus at first, where no field has. */
  focused?: "cancel" | "act";
  /** How the thing can be given up instead, at the other end of the row. */
  removal?: { label: string; onRemove: () => void } | undefined;
  /** Other buttons, before these. */
  others?: ReactNode;
  /** Above the row, where no stack keeps the distance. */
  mt?: MantineSpacing;
  /** What the button does, in words; absent: there is nothing to do but leave. */
  children?: ReactNode;
};

/** The last row of a dialog, and of a form that is a page: the way out, and then the button that does it. */
export function DialogActions({
  onCancel,
  cancelLabel = "Cancel",
  onAct,
  isBusy = false,
  isDisabled = false,
  isDangerous = false,
  focused,
  removal,
  others,
  mt,
  children,
}: Props) {
  return (
    <Group justify="flex-end" gap="sm" mt={mt}>
      {removal !== undefined && (
        <Button variant="default" c="var(--danger-text)" mr="auto" onClick={removal.onRemove}>
          {removal.label}
        </Button>
      )}
      {others}
      {onCancel !== undefined && (
        <Button variant="default" onClick={onCancel} data-autofocus={focused === "cancel" || undefined}>
          {cancelLabel}
        </Button>
      )}
      {children !== undefined && (
        <Button
          type={onAct === undefined ? "submit" : "button"}
          {...(isDangerous && { color: "danger" })}
          loading={isBusy}
          disabled={isDisabled}
          onClick={onAct}
          data-autofocus={focused === "act" || undefined}
        >
          {children}
        </Button>
      )}
    </Group>
  );
}

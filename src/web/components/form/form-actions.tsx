import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  isBusy: boolean;
  onCancel: () => void;
  /** How the thing can be given up instead, at the other end of the row. */
  removal?: { label: string; onRemove: () => void } | undefined;
  /** What submitting does, in words. */
  children: ReactNode;
};

/** The last row of a form: the way out, and the button that submits it. */
export function FormActions({ isBusy, onCancel, removal, children }: Props) {
  return (
    <Group justify="flex-end" gap="sm">
      {removal !== undefined && (
        <Button variant="default" c="var(--danger-text)" mr="auto" onClick={removal.onRemove}>
          {removal.label}
        </Button>
      )}
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {children}
      </Button>
    </Group>
  );
}

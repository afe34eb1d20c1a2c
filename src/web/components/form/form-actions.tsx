import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  isBusy: boolean;
  onCancel: () => void;
  /** What else can be done with the thing, such as to delete it, at the other end of the row. */
  before?: ReactNode;
  /** What submitting does, in words. */
  children: ReactNode;
};

/** The last row of a form in a dialog: the way out, and the button that submits it. */
export function FormActions({ isBusy, onCancel, before, children }: Props) {
  return (
    <Group justify="flex-end" gap="sm">
      {before}
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {children}
      </Button>
    </Group>
  );
}

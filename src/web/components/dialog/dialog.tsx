import { Modal } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** False: only a button inside closes it. */
  isDismissable?: boolean;
  /** Pixels. */
  width?: number;
  children: ReactNode;
};

/** A modal dialog: for decisions and short forms. Focus is kept inside, and goes back to where it came from. Never two deep. */
export function Dialog({ title, isOpen, onClose, isDismissable = true, width = 440, children }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={width}
      closeOnClickOutside={isDismissable}
      closeOnEscape={isDismissable}
      withCloseButton={isDismissable}
      closeButtonProps={{ "aria-label": "Close" }}
      styles={{ title: { fontSize: 16, lineHeight: "24px", fontWeight: 600 } }}
    >
      {children}
    </Modal>
  );
}

import { Modal } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { usePhone } from "../screen/use-phone";
import { visible } from "../value/visible-text";

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** False: only a button inside closes it. */
  isDismissable?: boolean;
  /** Pixels. */
  width?: number;
  /** A sentence and two buttons: it is no larger than that on a phone either, where other dialogs fill the screen. */
  isQuestion?: boolean;
  children: ReactNode;
};

/**
 * A modal dialog: for decisions and short forms. Focus is kept inside, and goes back to where it came from. Never two
 * deep. Once something was typed a click beside it, which is easily missed, closes it no more.
 */
export function Dialog(props: Props) {
  const { title, isOpen, onClose, isDismissable = true, width = 440, isQuestion = false, children } = props;
  const isPhone = usePhone();
  const [isTyped, setIsTyped] = useState(false);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    setIsTyped(false);
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={visible(title)}
      size={width}
      fullScreen={isPhone && !isQuestion}
      closeOnClickOutside={isDismissable && !isTyped}
      closeOnEscape={isDismissable}
      withCloseButton={isDismissable}
      closeButtonProps={{ "aria-label": "Close" }}
      styles={{
        content: { overflowWrap: "anywhere" },
        title: { fontSize: 16, lineHeight: "24px", fontWeight: 600 },
      }}
    >
      <div style={{ display: "contents" }} onInput={() => setIsTyped(true)}>
        {children}
      </div>
    </Modal>
  );
}

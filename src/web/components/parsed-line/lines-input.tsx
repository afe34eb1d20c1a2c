import { Textarea, type TextareaProps } from "@mantine/core";
import styles from "./parsed-line.module.css";

/** Where lines are pasted, as a device sends them: none is wrapped. */
export function LinesInput(props: TextareaProps) {
  return (
    <Textarea
      label="Lines"
      classNames={{ input: `mono ${styles.input ?? ""}` }}
      wrap="off"
      spellCheck={false}
      {...props}
    />
  );
}

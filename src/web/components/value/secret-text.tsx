import { CopyButton } from "./copy-button";
import styles from "./secret-text.module.css";

/** A secret that is shown once: whole, selected by one click, with a button that copies it. */
export function SecretText({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.box}>
      <code className={styles.text} aria-label={label}>
        {text}
      </code>
      <CopyButton text={text} label={`Copy the ${label}`} />
    </div>
  );
}

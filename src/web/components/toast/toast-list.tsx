import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { CloseIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import styles from "./toast-list.module.css";
import { toasts, type Toast } from "./toasts";

const SHOWN_MS = 5000;
const SHOWN_WITH_UNDO_MS = 10_000;

/** Bottom right; errors stay until they are closed, the others wait while the pointer is on them. */
export function ToastList() {
  const shown = toasts.use();
  return (
    <div className={styles.list}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  const { id, kind, text, undo, shownMs = undo === undefined ? SHOWN_MS : SHOWN_WITH_UNDO_MS } = toast;
  useEffect(() => {
    if (isHeld || kind === "error") return;
    const timer = setTimeout(() => toasts.close(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, kind, shownMs, isHeld]);
  return (
    <div
      role={kind === "error" ? "alert" : "status"}
      className={`${styles.toast} ${kind === "error" ? styles.error : ""}`}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className={styles.text}>{text}</span>
      {undo !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            undo();
            toasts.close(id);
          }}
        >
          Undo
        </Button>
      )}
      <IconButton icon={CloseIcon} label="Close" onClick={() => toasts.close(id)} />
    </div>
  );
}

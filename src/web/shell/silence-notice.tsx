import { silence } from "../api/hearing";
import { formatClock } from "../format/time";
import styles from "./silence-notice.module.css";

/** Over the page, which stays as it is: what it shows may be old. */
export function SilenceNotice() {
  const since = silence.use();
  return (
    <div role="status" className={styles.place}>
      {since !== undefined && (
        <span className={styles.notice}>
          <strong>Nothing heard from the service since {formatClock(since)}.</strong> What you see may be old.
        </span>
      )}
    </div>
  );
}

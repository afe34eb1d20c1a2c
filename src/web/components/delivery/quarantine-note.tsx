import type { Model } from "../../api/client";
import { StatusMark } from "../badge/status-mark";
import { TimeValue } from "../value/time-value";
import styles from "./delivery-result.module.css";

/** That nothing arrives there, since when, why, and when it is tried next; nothing where all is well. */
export function QuarantineNote({ quarantine }: { quarantine: Model<"NotificationQuarantine"> | null }) {
  if (quarantine === null) return null;
  return (
    <div className={styles.result}>
      <StatusMark status="down" label="In quarantine" />
      <span className={styles.detail}>
        nothing has arrived since <TimeValue at={quarantine.failing_since} />: {quarantine.detail}. One notice
        in 15 minutes is tried, the next from <TimeValue at={quarantine.next_attempt_at} /> on; the others
        wait.
      </span>
    </div>
  );
}

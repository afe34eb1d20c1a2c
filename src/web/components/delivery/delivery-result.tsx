import type { Model } from "../../api/client";
import { StatusMark } from "../badge/status-mark";
import styles from "./delivery-result.module.css";

/** What became of a test message, read out when it comes; nothing before there was one. */
export function DeliveryResult({ result }: { result: Model<"NotificationTestResult"> | undefined }) {
  return (
    <span role="status" className={styles.result}>
      {result !== undefined && (
        <>
          <StatusMark
            status={result.status === "ok" ? "ok" : "down"}
            label={result.status === "ok" ? "Delivered" : result.status}
          />
          {result.detail !== null && <span className={styles.detail}>{result.detail}</span>}
        </>
      )}
    </span>
  );
}

import { Link } from "@tanstack/react-router";
import { StatusMark } from "../../components/badge/status-mark";
import { LOOKS } from "../../components/watched/looks";
import { useNow } from "../../components/value/clock";
import { formatNumber } from "../../format/number";
import { formatRoughly } from "../../format/time";
import { findAttention, wellWords } from "./attention";
import styles from "./monitoring.module.css";
import type { Row } from "./rows";

/** What is wrong now, with links: the first thing that is read. */
export function AttentionLine({ rows }: { rows: readonly Row[] }) {
  const now = useNow();
  const attention = findAttention(rows);
  const unknown = rows.filter(({ standing }) => standing === "unknown").length;
  return (
    <div role="status" className={styles.attention}>
      {attention.named.map(({ key, fullName, standing, since, href }) => (
        <Link key={key} to={href} className={styles.finding}>
          <StatusMark
            status={LOOKS[standing].status}
            label={`${fullName}: ${LOOKS[standing].label.toLowerCase()}${since === null ? "" : ` for ${formatRoughly(now - Date.parse(since))}`}`}
          />
        </Link>
      ))}
      {attention.others > 0 && (
        <span className={styles.dimmed}>and {formatNumber(attention.others)} more</span>
      )}
      {attention.named.length === 0 && rows.length > 0 && (
        <StatusMark
          status={unknown === attention.watched ? "unknown" : "ok"}
          label={wellWords(attention, unknown)}
        />
      )}
    </div>
  );
}

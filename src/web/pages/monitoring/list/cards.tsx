import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { LISTED_BEATS } from "../../../api/monitoring";
import { HeartbeatBar } from "../../../components/beats/heartbeat-bar";
import { formatLatency } from "../../../format/time";
import { State, UptimeValue } from "./columns";
import styles from "../monitoring.module.css";
import type { Row } from "../rows";

/** Pixels, with a gap at the bottom. */
const CARD_HEIGHT = 84;

type Props = { label: string; rows: readonly Row[] };

/** The list where there is no room for a table: name, state, beats and one figure. */
export function Cards({ label, rows }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
  });
  return (
    <div ref={scroll} className={styles.cards} tabIndex={0} role="region" aria-label={label}>
      <ul className={styles.cardSpace} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={key}
              className={styles.card}
              style={{ height: CARD_HEIGHT, transform: `translateY(${start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <Link to={row.href} className={styles.cardName}>
                <span>{row.name}</span>
              </Link>
              <span className={styles.cardState}>
                <State row={row} />
              </span>
              {row.beats.length > 0 ? (
                <HeartbeatBar beats={row.beats} label={row.name} places={LISTED_BEATS} scale={1.25} />
              ) : (
                <span className={styles.cardWhere}>{row.where}</span>
              )}
              <span className={styles.cardFigures}>
                {row.latencyMs !== null && (
                  <span className={styles.dimmed}>{formatLatency(row.latencyMs)}</span>
                )}
                <UptimeValue uptime={row.day} span={24} />
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

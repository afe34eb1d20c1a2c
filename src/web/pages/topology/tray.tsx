import { Button } from "@mantine/core";
import { formatNumber } from "../../format/number";
import type { MapNode } from "./network";
import styles from "./topology.module.css";

/** More would not be looked through one by one. */
const MOST_LISTED = 50;

type Props = { nodes: readonly MapNode[]; onPlace: (ids: readonly string[]) => void };

/** Devices that have no place yet wait here: the map is not shuffled for them. */
export function Tray({ nodes, onPlace }: Props) {
  return (
    <section aria-label="Devices without a place" className={`${styles.floating} ${styles.tray}`}>
      <div className={styles.trayHead}>
        <h2>{formatNumber(nodes.length)} without a place</h2>
        <Button size="compact-xs" variant="default" onClick={() => onPlace(nodes.map(({ id }) => id))}>
          Place all
        </Button>
      </div>
      {nodes.slice(0, MOST_LISTED).map(({ id, name }) => (
        <div key={id} className={styles.trayRow}>
          <span className={styles.cut} title={name}>
            {name}
          </span>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Place ${name}`}
            onClick={() => onPlace([id])}
          >
            Place
          </Button>
        </div>
      ))}
      {nodes.length > MOST_LISTED && (
        <p className={styles.age}>and {formatNumber(nodes.length - MOST_LISTED)} more</p>
      )}
    </section>
  );
}

import { Button } from "@mantine/core";
import { useState } from "react";
import { formatNumber } from "../../../format/number";
import type { MapNode } from "../network";
import { FoldedIcon, OpenIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import { CutText } from "../../../components/value/visible-text";
import styles from "../topology.module.css";

/** More would not be looked through one by one. */
const MAX_LISTED = 50;

type Props = { nodes: readonly MapNode[]; onPlace: (ids: readonly string[]) => void };

/** Devices that have no place yet wait here: the map is not shuffled for them. */
export function Tray({ nodes, onPlace }: Props) {
  const [isOpen, setIsOpen] = useState(readIsOpen);
  const fold = () => {
    keepIsOpen(!isOpen);
    setIsOpen(!isOpen);
  };
  const shown = isOpen ? nodes.slice(0, MAX_LISTED) : [];
  return (
    <section aria-label="Devices without a place" className={`${styles.floating} ${styles.tray}`}>
      <div className={styles.trayHead}>
        <h2>
          <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={fold}>
            {isOpen ? <OpenIcon {...ICON} /> : <FoldedIcon {...ICON} />}
            {formatNumber(nodes.length)} without a place
          </button>
        </h2>
        <Button size="compact-xs" variant="default" onClick={() => onPlace(nodes.map(({ id }) => id))}>
          Place all
        </Button>
      </div>
      {shown.map(({ id, name }) => (
        <div key={id} className={styles.trayRow}>
          <CutText text={name} className={styles.cut} />
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
      {isOpen && nodes.length > MAX_LISTED && (
        <p className={styles.age}>and {formatNumber(nodes.length - MAX_LISTED)} more</p>
      )}
    </section>
  );
}

/** Whoever folds it finds it folded the next time, in this browser. */
const KEY = "netatlas-tray-folded";

function readIsOpen(): boolean {
  return localStorage.getItem(KEY) === null;
}

function keepIsOpen(isOpen: boolean): void {
  if (isOpen) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "1");
}

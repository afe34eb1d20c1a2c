import { Button } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { StatusMark } from "../../../components/badge/status-mark";
import { countStandings, STANDINGS } from "../../../api/watched";
import { LOOKS } from "../../../components/watched/looks";
import { useNow } from "../../../components/value/clock";
import { formatCount, formatNumber } from "../../../format/number";
import { formatListTime, formatRoughly, formatUtc } from "../../../format/time";
import { useBareScreen } from "../../../components/bare-screen/bare-screen";
import type { Row } from "../rows";
import type { Grouping } from "../search";
import { tilesOf, type Tile } from "./wall-tiles";
import { visible } from "../../../components/value/visible-text";
import styles from "./wall.module.css";

/** Without an answer for so long the screen says nothing any more of how things are (ms). */
const OLD_MS = 60_000;
/** Of the trouble in one tile. */
const LISTED = 4;

type Props = {
  devices: readonly Row[];
  services: readonly Row[];
  monitors: readonly Row[];
  by: Grouping;
  /** When the service answered last (ms). */
  asOf: number;
  onLeave: () => void;
};

/** What is watched, for a screen across the room: big tiles, the worst first, and how old that is. */
export function Wall({ devices, services, monitors, by, asOf, onLeave }: Props) {
  const now = useNow();
  useBareScreen();
  useEscape(onLeave);
  const age = now - asOf;
  const isOld = age > OLD_MS;
  const tiles = tilesOf({ devices, services, monitors }, by);
  const counts = countStandings([...devices, ...services, ...monitors].map(({ standing }) => standing));
  return (
    <div className={styles.wall} data-old={isOld}>
      <header className={styles.head}>
        <h1 className={styles.title}>Monitoring</h1>
        <ul className={styles.sums} aria-label="By state">
          {STANDINGS.filter((standing) => counts.has(standing)).map((standing) => (
            <li key={standing} className={styles.sum}>
              <StatusMark status={LOOKS[standing].status} label={LOOKS[standing].label} />
              <strong>{formatNumber(counts.get(standing))}</strong>
            </li>
          ))}
        </ul>
        <span role="status" className={styles.age} title={formatUtc(asOf)}>
          {isOld
            ? `No answer since ${formatListTime(asOf, { now })}: this is how it was then`
            : `${formatListTime(now)}, as of ${age < 5000 ? "now" : `${formatRoughly(age)} ago`}`}
        </span>
        <Button size="compact-sm" variant="default" className={styles.leave} onClick={onLeave}>
          Leave the wall (Esc)
        </Button>
      </header>
      <ul className={styles.tiles} aria-label="Groups">
        {tiles.map((tile) => (
          <TileBox key={tile.name} tile={tile} now={now} />
        ))}
      </ul>
    </div>
  );
}

function TileBox({ tile, now }: { tile: Tile; now: number }) {
  const { name, standing, trouble, total, up } = tile;
  const { status, label } = LOOKS[standing];
  const rest = trouble.length - LISTED;
  return (
    <li className={styles.tile} data-status={status}>
      <div className={styles.tileHead}>
        <h2 className={styles.name}>{visible(name)}</h2>
        <StatusMark
          status={status}
          label={trouble.length === 0 ? label : formatCount(trouble.length, ["in trouble", "in trouble"])}
        />
      </div>
      <p className={styles.share}>
        <strong>{formatNumber(up)}</strong> of {formatNumber(total)} up
      </p>
      {trouble.length > 0 && (
        <ul className={styles.trouble}>
          {trouble.slice(0, LISTED).map((row) => (
            <li key={row.key}>
              <StatusMark status={LOOKS[row.standing].status} label={row.fullName} />
              <span className={styles.since}>
                {row.since === null ? "" : formatRoughly(now - Date.parse(row.since))}
              </span>
            </li>
          ))}
          {rest > 0 && <li className={styles.since}>and {formatNumber(rest)} more</li>}
        </ul>
      )}
    </li>
  );
}

function useEscape(leave: () => void): void {
  const leaveNow = useEffectEvent(leave);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") leaveNow();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

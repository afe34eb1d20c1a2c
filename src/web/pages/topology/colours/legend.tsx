import { Link } from "@tanstack/react-router";
import { StatusMark } from "../../../components/badge/status-mark";
import { KindIcon } from "../../../components/device-kind/kind-icon";
import { KIND_NAMES, kindName } from "../../../components/device-kind/kinds";
import { formatNumber } from "../../../format/number";
import { COLOURINGS, type Colouring, type LegendEntry } from "./colouring";
import { STATES } from "./states";
import styles from "../topology.module.css";

type Props = {
  by: Colouring;
  /** Sites and groups that are not drawn. */
  empty: readonly string[];
};

/** What the shapes of the map stand for. */
export function Legend({ by, empty }: Props) {
  return (
    <section aria-label="Legend" tabIndex={0} className={`${styles.floating} ${styles.legend}`}>
      <div>
        <h2>States</h2>
        <ul>
          {STATES.map(({ status, label }) => (
            <li key={status}>
              <StatusMark status={status} label={label} />
            </li>
          ))}
        </ul>
        <h2>Links</h2>
        <ul>
          {by !== "speed" && <li>Thick: 10 Gbit/s and more</li>}
          <li>Arrow: only in that direction</li>
          <li>Dashed: in neither direction</li>
          <li>Dashed, blue: heard by a device, and not kept yet</li>
        </ul>
        {empty.length > 0 && (
          <>
            <h2>Not drawn</h2>
            <p className={styles.empty}>
              No device is in {empty.slice(0, MAX_NAMED).join(", ")}
              {empty.length > MAX_NAMED && ` and ${formatNumber(empty.length - MAX_NAMED)} more`}.{" "}
              <Link to="/inventory/places">Sites and groups</Link>
            </p>
          </>
        )}
      </div>
      <div>
        <h2>Kinds</h2>
        <ul>
          {KIND_NAMES.map((kind) => (
            <li key={kind}>
              <KindIcon kind={kind} />
              {kindName(kind)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** More names would fill the map. */
const MAX_NAMED = 5;

function Sample({ entry: { color, width, isDotted = false } }: { entry: LegendEntry }) {
  return (
    <svg viewBox="0 0 28 16" width="28" height="16" aria-hidden>
      {width === undefined ? (
        <rect
          x="4.5"
          y="0.5"
          width="19"
          height="15"
          rx="3"
          fill={`var(--${color})`}
          stroke="var(--control-border)"
        />
      ) : (
        <path
          d="M0 8h28"
          stroke={`var(--${color})`}
          strokeWidth={width}
          {...(isDotted && { strokeDasharray: "2 3" })}
        />
      )}
    </svg>
  );
}

/** What each colour stands for; it is there as long as the map is coloured, as colours alone say nothing. */
export function ColourLegend({ by, entries }: { by: Colouring; entries: readonly LegendEntry[] }) {
  return (
    <section aria-label="Colours of the map" className={`${styles.floating} ${styles.colours}`}>
      <h2>{COLOURINGS.find(({ value }) => value === by)?.label}</h2>
      <ul aria-label="Colours">
        {entries.map((entry) => (
          <li key={entry.label}>
            <Sample entry={entry} />
            {entry.label}
            <span className={styles.age}>{formatNumber(entry.count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

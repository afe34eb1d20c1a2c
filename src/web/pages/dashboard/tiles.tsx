import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "../../api/me";
import { overviewQuery } from "../../api/standings";
import { syslogStatusQuery } from "../../api/syslog-status";
import { PageLink } from "./page-link";
import { formatNumber, formatPercent, formatTile } from "../../format/number";
import { ipamQuery, rateQuery, summaryQuery } from "./api";
import { sumLosses } from "./attention/attention";
import styles from "./dashboard.module.css";
import { devicesNote } from "./devices-note";
import { eventsHref, LINKS } from "./links";

/** The four figures of the top; those of events only for people who may see events. */
export function Tiles() {
  const maySeeEvents = useMay("security_view");
  return (
    <ul className={styles.tiles} aria-label="Figures">
      {maySeeEvents && <EventTiles />}
      <InventoryTiles />
    </ul>
  );
}

function EventTiles() {
  const { data: rate, error: rateError } = useQuery(rateQuery());
  const { data: status, error: statusError } = useQuery(syslogStatusQuery());
  const lost = status === undefined ? undefined : sumLosses(status);
  return (
    <>
      <Tile
        label="Events per minute"
        href={eventsHref({ from: "-5m" })}
        value={rate === undefined ? undefined : Math.round(rate)}
        error={rateError}
        note="over the last 5 min"
      />
      <Tile
        label="Senders"
        href={LINKS.syslogStatus}
        value={status?.sender_count}
        error={statusError}
        note={
          lost === undefined
            ? ""
            : lost === 0
              ? "nothing lost since start"
              : `${formatNumber(lost)} lost since start`
        }
      />
    </>
  );
}

function InventoryTiles() {
  const { data: summary, error: summaryError } = useQuery(summaryQuery());
  const { data: ipam, error: ipamError } = useQuery(ipamQuery());
  const { data: overview } = useQuery(overviewQuery());
  return (
    <>
      <Tile
        label="Devices"
        href={LINKS.inventory}
        value={summary?.device_count}
        error={summaryError}
        note={
          summary === undefined || overview === undefined ? "" : devicesNote(summary.device_count, overview)
        }
      />
      <Tile
        label="Subnets"
        href={LINKS.ipam}
        value={ipam?.subnet_count}
        error={ipamError}
        note={ipam === undefined ? "" : `${formatPercent(ipam.ipv4.utilization)} of IPv4 addresses in use`}
      />
    </>
  );
}

type TileProps = {
  label: string;
  href: string;
  /** Undefined: not there yet, or not known. */
  value: number | undefined;
  error: Error | null;
  note: ReactNode;
};

function Tile({ label, href, value, error, note }: TileProps) {
  const isUnknown = value === undefined && error !== null;
  return (
    <li>
      <PageLink href={href} className={styles.tile}>
        <span className={styles.label}>{label}</span>
        <span className={styles.figure} title={value === undefined ? undefined : formatNumber(value)}>
          {isUnknown ? "unknown" : value === undefined ? "\u00a0" : formatTile(value)}
        </span>
        <span className={styles.note}>{isUnknown ? error.message : note}&nbsp;</span>
      </PageLink>
    </li>
  );
}

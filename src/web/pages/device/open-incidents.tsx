import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { deviceIncidentsQuery } from "../../api/incidents";
import { SeverityMark } from "../../components/severity/severity-mark";
import { TimeValue } from "../../components/value/time-value";
import styles from "./device.module.css";

/** What is wrong with the device and lasts; nothing where nothing does. */
export function OpenIncidents({ deviceId }: { deviceId: number }) {
  const { data } = useQuery(deviceIncidentsQuery(deviceId));
  if (data === undefined || data.total === 0) return null;
  return (
    <ul className={styles.incidents} aria-label="Open incidents">
      {data.incidents.map(({ id, title, severity, opened_at: at, acknowledged_by: by }) => (
        <li key={id} className={styles.incident}>
          <SeverityMark severity={severity} />
          <Link to="/alerts" search={{ incident: id }}>
            {title}
          </Link>
          <span className={styles.dimmed}>
            since <TimeValue at={at} />
            {by !== null && `, ${by} sees to it`}
          </span>
        </li>
      ))}
    </ul>
  );
}

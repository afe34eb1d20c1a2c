import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Model } from "../../../api/client";
import { eventKey, lineBody, type FirewallEvent } from "../../../components/event-table/event-fields";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { formatBound } from "../../../format/number";
import { formatDayAndTime } from "../../../format/time";
import { auditAroundQuery, eventsAroundQuery, timeAround } from "../api";
import styles from "../watched.module.css";

/** Whose lines and entries belong to what is watched. */
export type Told = {
  deviceId: number | undefined;
  /** As the audit log names them: `device:7`. */
  targets: readonly string[];
};

type Props = { at: string; told: Told; maySeeEvents: boolean; maySeeAudit: boolean };

/** What else happened in the five minutes before and after a change of state. */
export function Around({ at, told, maySeeEvents, maySeeAudit }: Props) {
  const moment = formatDayAndTime(at).slice(0, -".000".length);
  return (
    <section aria-label={`Around ${moment}`} className={styles.around}>
      <h3 className={styles.aroundTitle}>Five minutes before and after {moment}</h3>
      <div className={styles.findings}>
        {maySeeEvents && told.deviceId !== undefined && <Lines at={at} deviceId={told.deviceId} />}
        {maySeeAudit && <Entries at={at} targets={told.targets} />}
      </div>
    </section>
  );
}

const LINE_COLUMNS: readonly SimpleColumn<FirewallEvent>[] = [
  { id: "at", label: "When", cell: ({ received_at: at }) => <TimeValue at={at} as="event" /> },
  {
    id: "line",
    label: "Line",
    cell: (event) => <span className={`mono ${styles.line}`}>{lineBody(event)}</span>,
  },
];

function Lines({ at, deviceId }: { at: string; deviceId: number }) {
  const query = useQuery(eventsAroundQuery(deviceId, at));
  const { start, end } = timeAround(at);
  return (
    <div>
      <div className={styles.aroundHead}>
        <h4 className={styles.aroundTitle}>Syslog lines that name the device</h4>
        <Link
          to="/inventory/$deviceId"
          params={{ deviceId: String(deviceId) }}
          search={{ tab: "events", from: start, to: end }}
        >
          The device’s events in this time
        </Link>
      </div>
      <QueryStates query={query} what="the lines" rows={2}>
        {({ events, total, total_is_lower_bound: isBound }) =>
          events.length === 0 ? (
            <p className={styles.dimmed}>None in this time</p>
          ) : (
            <>
              {events.length < total && (
                <p className={styles.dimmed}>
                  The newest {events.length} of {formatBound(total, isBound)}
                </p>
              )}
              <SimpleTable label="Syslog lines" columns={LINE_COLUMNS} rows={events} rowId={eventKey} />
            </>
          )
        }
      </QueryStates>
    </div>
  );
}

const ENTRY_COLUMNS: readonly SimpleColumn<Model<"AuditLogRead">>[] = [
  { id: "at", label: "When", cell: ({ created_at: at }) => <TimeValue at={at} as="event" /> },
  { id: "who", label: "Who", cell: ({ actor_username: name }) => name ?? "–" },
  { id: "action", label: "Action", cell: ({ action }) => action },
  { id: "what", label: "What", cell: ({ target, detail }) => detail ?? target ?? "–" },
];

function Entries({ at, targets }: { at: string; targets: readonly string[] }) {
  const query = useQuery(auditAroundQuery(targets, at));
  return (
    <div>
      <h4 className={styles.aroundTitle}>Changes by people</h4>
      <QueryStates query={query} what="the audit log" rows={2}>
        {(entries) =>
          entries.length === 0 ? (
            <p className={styles.dimmed}>None in this time</p>
          ) : (
            <SimpleTable
              label="Changes by people"
              columns={ENTRY_COLUMNS}
              rows={entries}
              rowId={({ id }) => id}
            />
          )
        }
      </QueryStates>
    </div>
  );
}

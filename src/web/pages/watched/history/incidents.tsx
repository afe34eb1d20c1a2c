import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { StatusMark } from "../../../components/badge/status-mark";
import { Section } from "../../../components/page-head/section";
import { ScrollBox } from "../../../components/scroll-box/scroll-box";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { formatNumber } from "../../../format/number";
import { formatDuration } from "../../../format/time";
import { incidentsQuery, type Incident, type Thing } from "../api";
import styles from "../watched.module.css";

const COLUMNS: readonly SimpleColumn<Incident>[] = [
  { id: "from", label: "Began", cell: ({ started_at: at }) => <TimeValue at={at} /> },
  {
    id: "to",
    label: "Ended",
    cell: ({ ended_at: at }) =>
      at === null ? <StatusMark status="down" label="lasts" /> : <TimeValue at={at} />,
  },
  {
    id: "lasted",
    label: "Lasted",
    align: "right",
    cell: ({ duration_seconds: seconds }) => formatDuration(seconds * 1000),
  },
  { id: "error", label: "What was found", cell: ({ error }) => error ?? "–" },
];

/** Of a device there are also those of the checks on it. */
const WHAT: SimpleColumn<Incident> = {
  id: "what",
  label: "What",
  cell: ({ service_check_id: checkId, device_id: deviceId, name }) =>
    checkId === null ? (
      "this device"
    ) : (
      <Link
        to="/monitoring/checks/$checkId"
        params={{ checkId: String(checkId) }}
        search={{ device: deviceId ?? undefined }}
      >
        {name}
      </Link>
    ),
};

const OF_DEVICE = [...COLUMNS.slice(0, 3), WHAT, ...COLUMNS.slice(3)];

/** Confirmed spans of trouble: those that last first. */
export function Incidents({ thing, hours }: { thing: Thing; hours: number }) {
  const query = useQuery(incidentsQuery(thing, hours));
  const { incidents = [], total = 0 } = query.data ?? {};
  const isDevice = thing.device_id !== undefined && thing.service_check_id === undefined;
  return (
    <Section
      title="Incidents"
      hint={
        query.data !== undefined && total === 0
          ? "Not once in this time"
          : total > incidents.length
            ? `${formatNumber(incidents.length)} of ${formatNumber(total)}`
            : undefined
      }
    >
      <QueryStates query={query} what="the incidents" rows={3}>
        {() =>
          incidents.length > 0 && (
            <ScrollBox label="Incidents" className={styles.scroll}>
              <SimpleTable
                label="Incidents"
                columns={isDevice ? OF_DEVICE : COLUMNS}
                rows={incidents}
                rowId={({ id }) => id}
              />
            </ScrollBox>
          )
        }
      </QueryStates>
    </Section>
  );
}

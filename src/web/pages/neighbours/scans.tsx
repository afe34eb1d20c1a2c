import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../api/me";
import { useNeighbourScan } from "../../api/neighbours";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatBytes, formatCount } from "../../format/number";
import { isDue, scheduleQuery, sourcesQuery, statusQuery, useSaveSchedule, type Source } from "./api";
import styles from "./neighbours.module.css";

const INTERVALS = [
  { value: "", label: "Never" },
  { value: "60", label: "Every hour" },
  { value: "360", label: "Every 6 hours" },
  { value: "1440", label: "Every day" },
  { value: "10080", label: "Every week" },
];

const columns = (onScan: ((deviceId: number) => void) | undefined): readonly SimpleColumn<Source>[] => [
  {
    id: "device",
    label: "Device",
    cell: ({ device_id: id, device_name: name }) => (
      <Link to="/inventory/$deviceId" params={{ deviceId: String(id) }}>
        {name}
      </Link>
    ),
  },
  { id: "scanned", label: "Asked", cell: ({ scanned_at: at }) => <TimeValue at={at} absent="not yet" /> },
  { id: "neighbours", label: "Neighbours", align: "right", cell: ({ neighbours }) => neighbours },
  {
    id: "outcome",
    label: "Outcome",
    cell: ({ error, notes, scanned_at: at }) => (
      <span className={styles.text}>{error ?? (notes.join("; ") || (at === null ? "–" : "complete"))}</span>
    ),
  },
  {
    id: "due",
    label: "Next",
    cell: (source) => (isDue(source) ? "now" : <TimeValue at={source.due_at} absent="none" />),
  },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: ({ device_id: id, device_name: name }) =>
      onScan !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Scan ${name} again`}
          onClick={() => onScan(id)}
        >
          Scan again
        </Button>
      ),
  },
];

/** When devices were asked, what came of it, and how often they are asked by themselves. */
export function Scans() {
  const query = useQuery(sourcesQuery());
  const scan = useNeighbourScan();
  const mayScan = useMay("tools_active");
  return (
    <>
      <Schedule mayChange={mayScan} />
      {scan.error !== null && <ErrorStrip error={scan.error} title="Cannot scan the device" />}
      <QueryStates query={query} what="the scans" rows={6}>
        {(sources) =>
          sources.length === 0 ? (
            <EmptyState title="No device was asked yet">
              “Scan all devices” asks those that have an SNMP profile and an address or host name.
            </EmptyState>
          ) : (
            <SimpleTable
              label="Scans"
              columns={columns(mayScan ? scan.mutate : undefined)}
              rows={sources}
              rowId={({ device_id: id }) => id}
              isFramed
            />
          )
        }
      </QueryStates>
      <Kept />
    </>
  );
}

function Kept() {
  const { data } = useQuery(statusQuery());
  if (data === undefined) return null;
  const { rows, size_bytes: bytes, retention_days: days } = data;
  return (
    <p className={styles.kept}>
      {formatCount(rows, ["neighbour", "neighbours"])} kept, {formatBytes(bytes)}; what is not heard any more
      goes after {formatCount(days, ["day", "days"])}.
    </p>
  );
}

function Schedule({ mayChange }: { mayChange: boolean }) {
  const { data } = useQuery(scheduleQuery());
  const { mutate, isPending, error } = useSaveSchedule();
  if (data === undefined) return null;
  const value = data.interval_minutes?.toString() ?? "";
  const isListed = INTERVALS.some((interval) => interval.value === value);
  return (
    <div className={styles.filters}>
      <NativeSelect
        size="xs"
        label="All devices with an SNMP profile are asked"
        data={isListed ? INTERVALS : [...INTERVALS, { value, label: `Every ${value} minutes` }]}
        value={value}
        disabled={!mayChange || isPending}
        onChange={({ currentTarget: { value: chosen } }) => mutate(chosen === "" ? null : Number(chosen))}
      />
      {error !== null && <ErrorStrip error={error} title="Cannot change how often" />}
    </div>
  );
}

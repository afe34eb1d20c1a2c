import { Button, NativeSelect, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useMay } from "../../../api/me";
import { StatusMark } from "../../../components/badge/status-mark";
import type { Series } from "../../../components/chart/plot-options";
import { DeleteDialog } from "../../../components/dialog/delete-dialog";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { Value } from "../../../components/value/value";
import { formatMeasure } from "../../../format/measure";
import styles from "../device.module.css";
import {
  sensorHistoryQuery,
  sensorVersionQuery,
  useDeleteSensor,
  type Sensor,
  type SensorHistory,
} from "./sensor-api";
import { ChangeForm } from "./sensor-form";
import { lookOf, STATE_LOOKS, valueText } from "./sensor-words";
import own from "./sensors.module.css";

const TimeChart = lazy(() =>
  import("../../../components/chart/time-chart").then((module) => ({ default: module.TimeChart })),
);

const RANGES = [
  { value: "24", label: "Last 24 hours" },
  { value: "48", label: "Last 2 days" },
  { value: "168", label: "Last 7 days" },
  { value: "720", label: "Last 30 days" },
  { value: "8784", label: "Last year" },
];
const WIDTH = 760;

type Props = { sensor: Sensor; onClose: () => void };

/** The course of a sensor with its bounds, and what can be done with it. */
export function SensorDialog({ sensor, onClose }: Props) {
  const [mode, setMode] = useState<"course" | "change" | "delete">("course");
  const back = () => setMode("course");
  if (mode === "delete") return <Removal sensor={sensor} onClose={back} onGone={onClose} />;
  return (
    <Dialog title={sensor.name} isOpen onClose={onClose} width={WIDTH}>
      {mode === "change" ? (
        <Change sensor={sensor} onDone={back} />
      ) : (
        <Course sensor={sensor} onChange={() => setMode("change")} onDelete={() => setMode("delete")} />
      )}
    </Dialog>
  );
}

function Change({ sensor, onDone }: { sensor: Sensor; onDone: () => void }) {
  const query = useQuery(sensorVersionQuery(sensor));
  return (
    <QueryStates query={query} what="the sensor" rows={6}>
      {(opened) => <ChangeForm opened={opened} onDone={onDone} />}
    </QueryStates>
  );
}

function Removal({ sensor, onClose, onGone }: Props & { onGone: () => void }) {
  const { mutate, isPending, error } = useDeleteSensor(onGone);
  return (
    <DeleteDialog
      verb="Delete"
      name={sensor.name}
      explanation="Its history goes with it."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(sensor)}
      onClose={onClose}
    />
  );
}

type CourseProps = { sensor: Sensor; onChange: () => void; onDelete: () => void };

function Course({ sensor, onChange, onDelete }: CourseProps) {
  const [hours, setHours] = useState("24");
  const query = useQuery(sensorHistoryQuery(sensor, Number(hours)));
  const mayWrite = useMay("monitoring_write");
  const look = lookOf(sensor);
  const isRemovable = sensor.origin === "own" || sensor.gone_since !== null;
  return (
    <Stack gap="md">
      <div className={own.facts}>
        <strong>{valueText(sensor)}</strong>
        {sensor.unit !== "" && sensor.words !== null && <span>{sensor.words}</span>}
        {look !== null && <StatusMark {...look} />}
        {look !== null && (
          <span className={styles.dimmed}>
            since <TimeValue at={sensor.gone_since ?? sensor.state_since} />
          </span>
        )}
        <span className={styles.dimmed}>
          {sensor.read_at === null ? (
            "not read yet"
          ) : (
            <>
              read <TimeValue at={sensor.read_at} as="age" />
            </>
          )}
        </span>
      </div>
      <NativeSelect
        label="Time"
        size="xs"
        w={160}
        data={RANGES}
        value={hours}
        onChange={({ currentTarget }) => setHours(currentTarget.value)}
      />
      <QueryStates query={query} what="its history" rows={6}>
        {(history) => <Chart sensor={sensor} history={history} />}
      </QueryStates>
      <span className={styles.dimmed}>
        <Value text={sensor.oid} isMono />
      </span>
      {mayWrite && (
        <DialogActions
          removal={isRemovable ? { label: "Delete", onRemove: onDelete } : undefined}
          others={
            <Button variant="default" onClick={onChange}>
              {sensor.origin === "own" ? "Change and set bounds" : "Set bounds"}
            </Button>
          }
        />
      )}
    </Stack>
  );
}

const MAX_CHANGES = 5;

function Chart({ sensor, history }: { sensor: Sensor; history: SensorHistory }) {
  const times = useMemo(() => history.points.map(({ at }) => Date.parse(at) / 1000), [history]);
  const series = useMemo(() => seriesOf(sensor, history), [sensor, history]);
  if (history.points.length === 0) return <p className={styles.dimmed}>No value in this time.</p>;
  return (
    <>
      <div className={own.chart}>
        <Suspense>
          <TimeChart
            label={sensor.unit === "" ? sensor.name : `${sensor.name} in ${sensor.unit}`}
            times={times}
            series={series}
            height={180}
            formatValue={(value) => formatMeasure(value, sensor.unit)}
          />
        </Suspense>
      </div>
      {history.changes.length > 0 && (
        <ul className={own.changes} aria-label="Changes of its state">
          {history.changes.slice(-MAX_CHANGES).map(({ at, state, reason }) => (
            <li key={`${at} ${state}`}>
              <TimeValue at={at} as="event" />
              <StatusMark {...STATE_LOOKS[state]} />
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const BOUNDS = [
  { id: "critical_above", label: "Critical above", color: "status-down" },
  { id: "warn_above", label: "Warning above", color: "status-degraded" },
  { id: "warn_below", label: "Warning below", color: "status-degraded" },
  { id: "critical_below", label: "Critical below", color: "status-down" },
] as const;

/** The values, and a level line for each bound. */
function seriesOf(sensor: Sensor, { points, step_seconds: step }: SensorHistory): Series[] {
  const bounds = BOUNDS.flatMap(({ id, label, color }): Series[] => {
    const bound = sensor[id];
    if (bound === null) return [];
    const name = `${label} ${formatMeasure(bound, sensor.unit)}`;
    return [{ id, label: name, color, values: points.map(() => bound) }];
  });
  const value: Series = {
    id: "value",
    label: step === 0 ? "Value" : "Mean",
    color: "verdict-allow",
    values: points.map((point) => point.value),
  };
  return [value, ...bounds];
}

import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { StatusMark, type Status } from "../../components/badge/status-mark";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatCount, formatNumber } from "../../format/number";
import { schedulesQuery, useChangeSchedule, useDeleteSchedule, useRunNow, type Schedule } from "./api";

const ScheduleDialog = lazy(() =>
  import("./schedule-dialog").then((module) => ({ default: module.ScheduleDialog })),
);

type Layer = { kind: "edit" | "delete"; schedule: Schedule };
type Draw = {
  onRun: (schedule: Schedule) => void;
  onPause: (schedule: Schedule) => void;
  onOpen: (layer: Layer) => void;
};

const columns = (draw: Draw): readonly SimpleColumn<Schedule>[] => [
  { id: "name", label: "Name", cell: ({ name }) => name },
  { id: "target", label: "Target", cell: ({ target }) => <span className="mono">{target}</span> },
  {
    id: "interval",
    label: "Every",
    cell: ({ interval_minutes: minutes }) => intervalText(minutes).replace(" ", "\u00a0"),
  },
  { id: "state", label: "Last result", cell: (schedule) => <LastResult schedule={schedule} /> },
  {
    id: "observations",
    label: "Observations",
    align: "right",
    cell: ({ id, open_observation_count: count }) =>
      count === 0 ? (
        "0"
      ) : (
        <Link to="/discovery" search={{ view: "observations", schedule: id }}>
          {formatNumber(count)}
        </Link>
      ),
  },
  { id: "last", label: "Last run", cell: ({ last_run_at: at }) => <TimeValue at={at} absent="never" /> },
  { id: "next", label: "Next run", cell: ({ next_run_at: at }) => <TimeValue at={at} absent="paused" /> },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (schedule) => <Actions schedule={schedule} {...draw} />,
  },
];

function Actions({ schedule, onRun, onPause, onOpen }: Draw & { schedule: Schedule }) {
  const { name, enabled, running_scan_id: running } = schedule;
  const entries: readonly [label: string, run: () => void, isOff?: boolean][] = [
    ["Run now", () => onRun(schedule), !enabled || running !== null],
    [enabled ? "Pause" : "Resume", () => onPause(schedule)],
    ["Edit", () => onOpen({ kind: "edit", schedule })],
    ["Delete", () => onOpen({ kind: "delete", schedule })],
  ];
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {entries.map(([label, run, isOff = false]) => (
        <Button
          key={label}
          size="compact-xs"
          variant="default"
          aria-label={`${label}: ${name}`}
          disabled={isOff}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

function LastResult({ schedule }: { schedule: Schedule }) {
  const { running_scan_id: running, last_status: status, last_scan_id: scan } = schedule;
  if (running !== null) {
    return (
      <Link to="/discovery" search={{ scan: running }}>
        runs now
      </Link>
    );
  }
  if (status === null) return "–";
  const mark: Status = status === "completed" ? "ok" : "down";
  const hosts = schedule.last_result_count;
  const label =
    status === "completed" && hosts !== null
      ? formatCount(hosts, ["host", "hosts"])
      : (schedule.last_error ?? status);
  return scan === null ? (
    <StatusMark status={mark} label={label} />
  ) : (
    <Link to="/discovery" search={{ scan }}>
      <StatusMark status={mark} label={label} />
    </Link>
  );
}

function intervalText(minutes: number): string {
  if (minutes % 1440 === 0) return formatCount(minutes / 1440, ["day", "days"]);
  return minutes % 60 === 0 ? formatCount(minutes / 60, ["hour", "hours"]) : `${minutes} min`;
}

/** Scans that come again and again: what they found, when they come next. */
export function Schedules({ onNew }: { onNew: () => void }) {
  const query = useQuery(schedulesQuery());
  const [layer, setLayer] = useState<Layer | null>(null);
  const run = useRunNow();
  const pause = useChangeSchedule();
  const error = run.error ?? pause.error;
  const draw: Draw = {
    onRun: ({ id }) => run.mutate(id),
    onPause: ({ id, enabled }) => pause.mutate({ id, schedule: { enabled: !enabled } }),
    onOpen: setLayer,
  };
  return (
    <>
      {error !== null && <ErrorStrip error={error} title="The schedule refused" />}
      <QueryStates query={query} what="the schedules" rows={4}>
        {(schedules) =>
          schedules.length === 0 ? (
            <EmptyState
              title="No schedules yet"
              action={
                <Button size="xs" variant="default" onClick={onNew}>
                  Watch a network
                </Button>
              }
            >
              A schedule scans a network regularly, and notices what is new, gone, moved or changed.
            </EmptyState>
          ) : (
            <SimpleTable
              label="Schedules"
              columns={columns(draw)}
              rows={schedules}
              rowId={({ id }) => id}
              isFramed
            />
          )
        }
      </QueryStates>
      <Suspense>
        {layer?.kind === "edit" && (
          <ScheduleDialog schedule={layer.schedule} onClose={() => setLayer(null)} />
        )}
      </Suspense>
      {layer?.kind === "delete" && (
        <DeleteSchedule schedule={layer.schedule} onClose={() => setLayer(null)} />
      )}
    </>
  );
}

function DeleteSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteSchedule();
  return (
    <DeleteDialog
      verb="Delete"
      name={`the schedule ${schedule.name}`}
      explanation="Its observations go with it. Its scans, and all that is in the inventory, stay."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(schedule.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

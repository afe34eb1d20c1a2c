import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useMe } from "../../api/me";
import { StatusMark } from "../../components/badge/status-mark";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatCount } from "../../format/number";
import styles from "./exports.module.css";
import { rhythmText } from "./report-schedule-values";
import {
  reportSchedulesQuery,
  useChangeReportSchedule,
  useDeleteReportSchedule,
  useRunReportSchedule,
  type ReportSchedule,
} from "./report-schedules-api";

const ReportScheduleDialog = lazy(() =>
  import("./report-schedule-dialog").then((module) => ({ default: module.ReportScheduleDialog })),
);

type Layer = { kind: "new" } | { kind: "edit" | "delete"; schedule: ReportSchedule };
type Draw = {
  /** The one that is being made. */
  running: number | undefined;
  onRun: (schedule: ReportSchedule) => void;
  onPause: (schedule: ReportSchedule) => void;
  onOpen: (layer: Layer) => void;
};

const columns = (draw: Draw, ownName: string): readonly SimpleColumn<ReportSchedule>[] => [
  {
    id: "name",
    label: "Name",
    cell: (schedule) => (
      <>
        {schedule.name}
        <span className={styles.hint}>
          {rhythmText(schedule)}
          {schedule.owner_username !== ownName && `, of ${schedule.owner_username}`}
        </span>
      </>
    ),
  },
  { id: "to", label: "To", cell: (schedule) => recipientsText(schedule) },
  { id: "last", label: "Last", cell: (schedule) => <LastResult schedule={schedule} /> },
  { id: "next", label: "Next", cell: ({ next_run_at: at }) => <TimeValue at={at} absent="paused" /> },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (schedule) => <Actions schedule={schedule} {...draw} />,
  },
];

function recipientsText({
  recipient_addresses: addresses,
  recipient_user_ids: users,
}: ReportSchedule): string {
  const [first, ...rest] = addresses;
  const others = rest.length + users.length;
  if (first === undefined) return formatCount(users.length, ["user", "users"]);
  return others === 0 ? first : `${first} and ${formatCount(others, ["other", "others"])}`;
}

function LastResult({ schedule }: { schedule: ReportSchedule }) {
  const { last_status: status, last_error: error, last_run_at: at, last_mails: mails } = schedule;
  if (status === null) return "not yet";
  const failed = mails.find(({ state }) => state === "failed");
  const reason = error ?? failed?.error ?? null;
  const isWaiting = mails.some(({ state }) => state === "waiting");
  const isWell = status === "mailed" && failed === undefined;
  return (
    <>
      <StatusMark
        status={isWell ? "ok" : "down"}
        label={isWell ? (isWaiting ? "going out" : "sent") : status === "stopped" ? "stopped" : "failed"}
      />{" "}
      <TimeValue at={at} />
      {reason !== null && <span className={styles.hint}>{reason}</span>}
    </>
  );
}

function Actions({ schedule, running, onRun, onPause, onOpen }: Draw & { schedule: ReportSchedule }) {
  const { id, name, enabled } = schedule;
  const entries: readonly [label: string, run: () => void][] = [
    ["Run now", () => onRun(schedule)],
    [enabled ? "Pause" : "Resume", () => onPause(schedule)],
    ["Edit", () => onOpen({ kind: "edit", schedule })],
    ["Delete", () => onOpen({ kind: "delete", schedule })],
  ];
  return (
    <Group gap="xs" justify="flex-end">
      {entries.map(([label, run]) => (
        <Button
          key={label}
          size="compact-xs"
          variant="default"
          aria-label={`${label}: ${name}`}
          loading={label === "Run now" && running === id}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

/** Reports that are mailed again and again: to whom, how the last went out, when the next comes. */
export function ReportSchedules() {
  const me = useMe();
  const query = useQuery(reportSchedulesQuery());
  const [layer, setLayer] = useState<Layer | null>(null);
  const run = useRunReportSchedule();
  const pause = useChangeReportSchedule();
  const error = run.error ?? pause.error;
  const draw: Draw = {
    running: run.isPending ? run.variables : undefined,
    onRun: ({ id }) => run.mutate(id),
    onPause: ({ id, enabled }) => pause.mutate({ id, schedule: { enabled: !enabled } }),
    onOpen: setLayer,
  };
  const add = (
    <Button size="xs" variant="default" onClick={() => setLayer({ kind: "new" })}>
      New report by mail
    </Button>
  );
  return (
    <Section
      title="Reports by mail"
      hint="The network report as a PDF file, each week or month. It has what you may see when it is made."
      actions={add}
    >
      {error !== null && <ErrorStrip error={error} title="The report was not mailed" />}
      <QueryStates query={query} what="the reports by mail" rows={3}>
        {(schedules) =>
          schedules.length === 0 ? (
            <EmptyState title="No reports by mail yet">
              A report can come by itself, to you and others.
            </EmptyState>
          ) : (
            <SimpleTable
              label="Reports by mail"
              columns={columns(draw, me.username)}
              rows={schedules}
              rowId={({ id }) => id}
            />
          )
        }
      </QueryStates>
      <Suspense>
        {layer !== null && layer.kind !== "delete" && (
          <ReportScheduleDialog
            schedule={layer.kind === "edit" ? layer.schedule : undefined}
            ownAddress={me.email}
            onClose={() => setLayer(null)}
          />
        )}
      </Suspense>
      {layer?.kind === "delete" && (
        <DeleteReportSchedule schedule={layer.schedule} onClose={() => setLayer(null)} />
      )}
    </Section>
  );
}

function DeleteReportSchedule({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteReportSchedule();
  return (
    <DeleteDialog
      verb="Delete"
      name={`the report ${schedule.name}`}
      explanation="It is not mailed any more. Mails that have gone out stay where they are."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(schedule.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Facts } from "../../components/detail-panel/facts";
import { Notice } from "../../components/states/notice";
import { TimeValue } from "../../components/value/time-value";
import { formatCount } from "../../format/number";
import { scheduleQuery, type BackupSchedule } from "./api";

/** How the plan stands: where to, when next, how the last ones went. */
export function ScheduleState() {
  const { data: schedule } = useQuery(scheduleQuery());
  if (schedule === undefined) return null;
  const { last_run: run, last_trial: trial } = schedule;
  return (
    <>
      {run !== null && run.error !== null && (
        <Notice kind="alert">
          The last backup {run.filename === null ? "failed" : ""} (<TimeValue at={run.ended_at} />
          ): {run.error}
        </Notice>
      )}
      {trial !== null && trial.error !== null && (
        <Notice kind="alert">
          The last trial restore failed (<TimeValue at={trial.verified_at} />, {trial.filename}):{" "}
          {trial.error}
        </Notice>
      )}
      <Facts
        facts={[
          { label: "Plan", value: <Plan schedule={schedule} /> },
          { label: "Next", value: <TimeValue at={schedule.due_at} absent="none: the schedule is off" /> },
          { label: "Into", value: schedule.where },
          { label: "Kept", value: keptWords(schedule) },
          {
            label: "Last made",
            value: <TimeValue at={schedule.newest?.created_at ?? null} absent="none yet" />,
          },
          { label: "Trial restores", value: <Trials schedule={schedule} /> },
        ]}
      />
    </>
  );
}

function Plan({ schedule }: { schedule: BackupSchedule }) {
  const { enabled, cron, time_zone: zone, interval_hours: hours } = schedule;
  const when = cron === "" ? `every ${formatCount(hours, ["hour", "hours"])}` : `${cron} (${zone})`;
  return (
    <>
      {enabled ? when : "off"} <Link to="/administration/settings">Settings</Link>
    </>
  );
}

function keptWords({ retention_count: count, retention_days: days }: BackupSchedule): string {
  const age = days === 0 ? "" : `, and no longer than ${formatCount(days, ["day", "days"])}`;
  return `the newest ${count}${age}`;
}

function Trials({ schedule }: { schedule: BackupSchedule }) {
  const { verifies_weekly: isOn, last_trial: trial } = schedule;
  return (
    <>
      {isOn ? "the newest backup, weekly at night" : "only where somebody asks"}
      {trial === null ? (
        "; none yet"
      ) : (
        <>
          ; the last <TimeValue at={trial.verified_at} />
        </>
      )}
    </>
  );
}

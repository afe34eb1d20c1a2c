import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { channelName, channelsQuery } from "../../../api/alerts";
import { Section } from "../../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { ErrorStrip } from "../../../components/states/error-state";
import { TimeValue } from "../../../components/value/time-value";
import { formatCount, formatNumber } from "../../../format/number";
import { formatDay } from "../../../format/time";
import { rehearseRule } from "../api";
import styles from "./rehearsal.module.css";
import { toldWords, unknownWords, type Rehearsal } from "./rehearsal-words";
import type { Fields } from "../rule-fields";
import { toRule } from "../values";

/** Has the rule, as it is filled in just then, played on the last seven days. */
export function RuleRehearsal({ fields }: { fields: Fields }) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => rehearseRule(toRule(fields.getValues())),
    // Of a rule that may be another by the next time.
    gcTime: 0,
  });
  return (
    <Section
      title="The last seven days"
      hint="Plays the rule as it is filled in now on what is stored. Nothing is sent."
      actions={
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          onClick={() => {
            if (!fields.validate().hasErrors) mutate();
          }}
        >
          What would it have told?
        </Button>
      }
    >
      {error !== null && <ErrorStrip error={error} title="Cannot play the rule" />}
      <div role="status">{data !== undefined && !isPending && <Told rehearsal={data} />}</div>
      {data !== undefined && !isPending && <Details rehearsal={data} />}
    </Section>
  );
}

function Told({ rehearsal }: { rehearsal: Rehearsal }) {
  const { data: channels } = useQuery(channelsQuery());
  return (
    <>
      <p className={styles.told}>{toldWords(rehearsal, (target) => channelName(target, channels))}</p>
      {unknownWords(rehearsal).map((sentence) => (
        <p key={sentence} className={styles.unknown}>
          {sentence}
        </p>
      ))}
    </>
  );
}

type Day = Rehearsal["days"][number];
type Alert = Rehearsal["alerts"][number];

function Details({ rehearsal }: { rehearsal: Rehearsal }) {
  const { coverage, days, alerts, totals } = rehearsal;
  if (coverage === "none") return null;
  const most = Math.max(1, ...days.map((day) => day.alerts));
  return (
    <>
      <ol className={styles.days} aria-label="Alerts by day">
        {days.map((day) => (
          <DayColumn key={day.from} day={day} most={most} />
        ))}
      </ol>
      {alerts.length > 0 && (
        <>
          {alerts.length < totals.alerts && (
            <p className={styles.unknown}>
              The newest {formatNumber(alerts.length)} of {formatNumber(totals.alerts)}:
            </p>
          )}
          <SimpleTable
            label="Alerts that it would have told"
            columns={COLUMNS}
            rows={alerts}
            rowId={({ subject, fired_at: at }) => `${subject} ${at}`}
          />
        </>
      )}
    </>
  );
}

/** A day of the viewer's zone, or as much of it as lies in that time. */
function DayColumn({ day, most }: { day: Day; most: number }) {
  const [weekday = "", date = "", month = ""] = formatDay(day.from).split(" ");
  const messages = formatCount(day.notices, ["message", "messages"]);
  return (
    <li className={styles.day}>
      <span className={styles.column} aria-hidden>
        <span className={styles.bar} style={{ height: `${(100 * day.alerts) / most}%` }} />
      </span>
      <span className={styles.count}>
        {formatNumber(day.alerts)}
        <span className={styles.hidden}>
          {" "}
          {day.alerts === 1 ? "alert" : "alerts"}, {messages}, from{" "}
        </span>
      </span>
      <span className={styles.date}>
        {weekday} {date} <span className={styles.month}>{month}</span>
      </span>
    </li>
  );
}

const COLUMNS: readonly SimpleColumn<Alert>[] = [
  {
    id: "message",
    label: "Alert",
    cell: ({ message, device_id: device }) =>
      device === null ? (
        <span className={styles.message}>{message}</span>
      ) : (
        <Link to="/inventory/$deviceId" params={{ deviceId: String(device) }} className={styles.message}>
          {message}
        </Link>
      ),
  },
  { id: "began", label: "Began", cell: ({ started_at: at }) => <TimeValue at={at} /> },
  { id: "told", label: "Told", cell: ({ fired_at: at }) => <TimeValue at={at} /> },
  { id: "ended", label: "Over", cell: ({ status, ended_at: at }) => endOf(status, at) },
];

function endOf(status: Alert["status"], at: string | null) {
  if (status === "happened") return "at once";
  return <TimeValue at={at} absent="still lasts" />;
}

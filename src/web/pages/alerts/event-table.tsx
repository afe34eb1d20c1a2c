import { Link } from "@tanstack/react-router";
import { SeverityMark } from "../../components/severity/severity-mark";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import { VisibleText, visible } from "../../components/value/visible-text";
import { spellHidden } from "../../format/hidden-characters";
import styles from "./alerts.module.css";
import type { AlertEvent } from "./api";

const STATUSES: Readonly<Record<AlertEvent["status"], string>> = {
  firing: "began",
  resolved: "is over",
  happened: "happened",
};

const NOTICES: Readonly<Record<AlertEvent["notice"], string>> = {
  waiting: "to be told",
  sent: "told",
  silenced: "silenced",
  kept: "kept back",
  dropped: "not told: its rule is gone or off",
  none: "nobody is to be told",
};

const COLUMNS: readonly SimpleColumn<AlertEvent>[] = [
  {
    id: "message",
    label: "Alert",
    cell: (event) => <Alert event={event} />,
  },
  { id: "severity", label: "Severity", cell: ({ severity }) => <SeverityMark severity={severity} /> },
  { id: "status", label: "What", cell: ({ status }) => STATUSES[status] },
  { id: "at", label: "When", cell: ({ fired_at: at }) => <TimeValue at={at} /> },
  {
    id: "rule",
    label: "Rule",
    cell: ({ alert_rule_name: name }) => <span className={styles.message}>{visible(name)}</span>,
  },
  { id: "notice", label: "Notice", cell: ({ notice }) => NOTICES[notice] },
];

/** What was found, with the log lines that it was found by. */
function Alert({ event: { message, lines } }: { event: AlertEvent }) {
  return (
    <>
      <span className={styles.message}>{visible(message)}</span>
      {lines?.map(({ id, text }) => (
        <Link key={id} to="/syslog" search={{ id }} className={styles.logLine} title={spellHidden(text)}>
          <VisibleText text={text} />
        </Link>
      ))}
    </>
  );
}

type Props = { label: string; events: readonly AlertEvent[]; isFramed?: boolean };

/** What rules have found, and whether it was told. */
export function EventTable({ label, events, isFramed = false }: Props) {
  return (
    <SimpleTable label={label} columns={COLUMNS} rows={events} rowId={({ id }) => id} isFramed={isFramed} />
  );
}

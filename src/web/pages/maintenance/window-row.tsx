import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Maintenance } from "../../api/maintenance";
import { StatusMark } from "../../components/badge/status-mark";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { describeRecurring } from "../../format/recurrence";
import { formatAge, formatUtc } from "../../format/time";
import { useEnd, useSkip } from "./api";
import { visible } from "../../components/value/visible-text";
import styles from "./maintenance.module.css";

type Props = {
  window: Maintenance;
  /** Undefined for who may not change anything. */
  onDelete: ((window: Maintenance) => void) | undefined;
};

/** One window: what, when, for what, and what can be done about it. */
export function WindowRow({ window, onDelete }: Props) {
  const { id, title, description, schedule } = window;
  const end = useEnd();
  const skip = useSkip();
  return (
    <li className={styles.window}>
      <div className={styles.what}>
        {onDelete === undefined ? (
          <span className={styles.title}>{visible(title)}</span>
        ) : (
          <Link
            to="/monitoring/maintenance/$maintenanceId"
            params={{ maintenanceId: String(id) }}
            className={styles.title}
          >
            {visible(title)}
          </Link>
        )}
        {description !== null && <span className={styles.dimmed}>{visible(description)}</span>}
      </div>
      <div className={styles.when}>
        <Now window={window} />
        <Schedule window={window} />
      </div>
      <div className={styles.covers}>{visible(coveredBy(window))}</div>
      {onDelete !== undefined && (
        <div className={styles.actions}>
          {window.state === "running" && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`End now: ${title}`}
              loading={end.isPending}
              onClick={() => end.mutate(window)}
            >
              End now
            </Button>
          )}
          {schedule.kind === "recurring" && window.next !== null && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Skip next: ${title}`}
              loading={skip.isPending}
              onClick={() => skip.mutate(window)}
            >
              Skip next
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Delete ${title}`}
            onClick={() => onDelete(window)}
          >
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}

/** When it is at all. */
function Schedule({ window: { schedule, next } }: { window: Maintenance }) {
  if (schedule.kind === "once")
    return (
      <span className={styles.dimmed}>
        <TimeValue at={schedule.starts_at} /> to <TimeValue at={schedule.ends_at} />
      </span>
    );
  const soonest = next === null ? "no next time, in UTC or any zone" : `next at ${formatUtc(next.starts_at)}`;
  return (
    <span className={styles.dimmed} title={soonest}>
      {describeRecurring(schedule)}
    </span>
  );
}

/** What it is at the moment. */
function Now({ window: { state, current, next } }: { window: Maintenance }): ReactNode {
  const now = useNow();
  if (state === "running" && current !== null)
    return (
      <span>
        <StatusMark status="maintenance" label="Running" /> until <TimeValue at={current.ends_at} />
        {`, ends ${formatAge(current.ends_at, now)}`}
      </span>
    );
  if (state === "scheduled" && next !== null)
    return (
      <span>
        Begins <TimeValue at={next.starts_at} />
        {`, ${formatAge(next.starts_at, now)}`}
      </span>
    );
  return <span>{state === "disabled" ? "Disabled" : "Over"}</span>;
}

const NAMED = 4;

function coveredBy({ scope, covers }: Maintenance): string {
  if (scope.everything) return "Everything";
  if (covers.length === 0) return "Nothing any more";
  const names = covers.slice(0, NAMED).map(({ kind, name }) => (kind === "tag" ? `tag ${name}` : name));
  const more = covers.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

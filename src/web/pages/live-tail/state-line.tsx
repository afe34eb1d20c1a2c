import { Button, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import type { LiveState } from "../../api/live-state";
import { StatusMark } from "../../components/badge/status-mark";
import { TimeValue } from "../../components/value/time-value";
import { formatNumber } from "../../format/number";
import { eventSearchOf, type EventSearch } from "../../url/event-search";
import { describeState } from "./describe-state";
import styles from "./live-tail.module.css";
import type { TailView } from "./tail-store";

const SPOKEN_MS = 5000;

type Props = {
  state: LiveState;
  view: TailView;
  search: EventSearch;
  onRetry: () => void;
};

/** Whether the tail runs, how fast, and what waits behind a pause. */
export function StateLine({ state, view, search, onRetry }: Props) {
  const { mark, words, canRetry } = describeState(state, view);
  const last = view.rows.findLast((row) => row.kind === "event");
  const isQuiet = state.kind === "live" && !view.isPaused && view.rate === 0 && last !== undefined;
  return (
    <div className={styles.state}>
      <StatusMark status={mark} label={words} />
      {isQuiet && (
        <span className={styles.figure}>
          last line <TimeValue at={last.event.received_at} as="age" />
        </span>
      )}
      {view.notKept > 0 && (
        <span className={styles.figure}>
          {formatNumber(view.notKept)} not kept:{" "}
          <Link to="/syslog" search={eventSearchOf(search)}>
            open them in search
          </Link>
        </span>
      )}
      {canRetry && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
      <Spoken text={words} />
    </div>
  );
}

/** Says what the line says, at most every five seconds. */
function Spoken({ text }: { text: string }) {
  const [spoken, setSpoken] = useState("");
  const speak = useEffectEvent(() => setSpoken(text));
  useEffect(() => {
    const timer = setInterval(() => speak(), SPOKEN_MS);
    return () => clearInterval(timer);
  }, []);
  return <VisuallyHidden role="status">{spoken}</VisuallyHidden>;
}

import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { syslogStatusQuery } from "../../api/syslog-status";
import { findMisread } from "../../components/query-bar/misread";
import { findBareVerdict } from "../../components/query-bar/verdict-words";
import { EmptyState } from "../../components/states/empty-state";
import { CopyButton } from "../../components/value/copy-button";
import { describeRange, isRelative, type Range } from "../../format/range";
import type { EventPage } from "./api";
import styles from "./syslog.module.css";

/** More would be a text to study. */
const MAX_TEXTS = 3;

type Props = {
  query: string;
  /** Of the query. */
  unknown: EventPage["unknown_fields"] | undefined;
  range: Range;
  onQuery: (query: string) => void;
  onRange: (range: Range) => void;
  /** More events can be found by now than when it was asked. */
  onArrival: () => void;
};

/** Nothing was found: because nothing was ever received, because of the filters, or because of the range. */
export function NoEvents({ query, unknown, range, onQuery, onRange, onArrival }: Props) {
  const { data: status } = useQuery({ ...syslogStatusQuery(), enabled: query === "" });
  const known = useRef<number>(undefined);
  const found = status?.total_events;
  useEffect(() => {
    const before = known.current;
    known.current = found;
    // Who waits for the first line is not to search for it.
    if (before !== undefined && found !== undefined && found > before && isRelative(range)) onArrival();
  }, [found, range, onArrival]);
  if (query === "" && status?.total_events === 0) return <NothingYet port={status.udp_port} />;
  const where = isRelative(range)
    ? `in the ${describeRange(range).toLowerCase()}`
    : `in ${describeRange(range)}`;
  const misread = findMisread(query, unknown);
  const bare = findBareVerdict(misread.meant ?? query);
  const meant = bare?.query ?? misread.meant;
  const texts =
    bare === undefined
      ? misread.texts
      : [
          ...misread.texts,
          `“${bare.word}” was looked for as a word of the line: whatever a vendor calls it, it is found by verdict:${bare.verdict}.`,
        ];
  return (
    <EmptyState
      title={query === "" ? `No events ${where}` : `No event matches this query ${where}`}
      action={
        <Group gap="sm">
          {meant !== undefined && (
            <Button variant="default" size="xs" maw="100%" onClick={() => onQuery(meant)}>
              Search {meant}
            </Button>
          )}
          {range.from !== "-24h" && (
            <Button variant="default" size="xs" onClick={() => onRange({ from: "-24h" })}>
              Search the last 24 h
            </Button>
          )}
          {range.from !== "-30d" && (
            <Button variant="default" size="xs" onClick={() => onRange({ from: "-30d" })}>
              Search the last 30 days
            </Button>
          )}
          {query !== "" && (
            <Button variant="default" size="xs" onClick={() => onQuery("")}>
              Remove the query
            </Button>
          )}
        </Group>
      }
    >
      {texts.slice(0, MAX_TEXTS).map((text) => (
        <p key={text} className={styles.misread}>
          {text}
        </p>
      ))}
      A longer range{query === "" ? "" : ", or a query with fewer terms,"} may find some.
    </EmptyState>
  );
}

function NothingYet({ port }: { port: number }) {
  const line = `logger --server ${location.hostname} --port ${port} --udp "first line"`;
  return (
    <EmptyState
      title="No line was received yet"
      action={
        <div className={styles.paste}>
          <code className="mono">{line}</code>
          <CopyButton text={line} label="Copy the command" />
        </div>
      }
    >
      Point the syslog of a device at this host, UDP port {port}, or try it with this line. What comes is
      shown here by itself.
    </EmptyState>
  );
}

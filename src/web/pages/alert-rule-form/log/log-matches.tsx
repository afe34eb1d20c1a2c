import { useDebouncedValue } from "@mantine/hooks";
import { Suspense } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useField } from "../../../components/form/use-field";
import { NoFields } from "../../../components/query-bar/lazy-no-fields";
import { TimeValue } from "../../../components/value/time-value";
import { VisibleText } from "../../../components/value/visible-text";
import { formatBound } from "../../../format/number";
import { logMatchesQuery } from "../api";
import styles from "../alert-rule-form.module.css";
import type { Fields } from "../rule-fields";

/** A pause in typing. */
const PAUSE_MS = 400;

/** What the search has found in the last day, as it is typed. */
export function LogMatches({ fields }: { fields: Fields }) {
  const [typed, write] = useField(fields, "log_query");
  const [query] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    ...logMatchesQuery(query),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  if (query === "") return <p className={styles.matches}>What it finds shows here as you type.</p>;
  if (error !== null) return <p className={styles.matches}>Cannot search: {error.message}</p>;
  if (data === undefined) return <p className={styles.matches}>Searching the last 24 hours …</p>;
  const { total, total_is_lower_bound: isBound, events, unknown_fields: unknown } = data;
  return (
    <>
      {!isPlaceholderData && unknown.length > 0 && (
        <Suspense>
          <div className={styles.wide}>
            <NoFields query={query} unknown={unknown} offer="Take" onQuery={write} />
          </div>
        </Suspense>
      )}
      <div className={styles.matches} role="status">
        {total === 0 ? "No line" : `${formatBound(total, isBound)} ${total === 1 ? "line" : "lines"}`} in the
        last 24 hours{" "}
        <Link to="/syslog" search={{ q: query, from: "-24h" }} target="_blank">
          Open in Syslog
        </Link>
        <ul className={styles.lines}>
          {events.map(({ id, received_at: at, raw_log: text }) => (
            <li key={id}>
              <TimeValue at={at} />{" "}
              <code className="mono">
                <VisibleText text={text} />
              </code>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

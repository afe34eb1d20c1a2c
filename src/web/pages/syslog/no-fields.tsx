import type { EventPage } from "./api";
import { findNoFields } from "./misread";
import styles from "./syslog.module.css";

type Props = {
  query: string;
  unknown: EventPage["unknown_fields"];
  onQuery: (query: string) => void;
};

/** Names in the query that are no field: the events below have them as words in their lines. */
export function NoFields({ query, unknown, onQuery }: Props) {
  const { texts, meant } = findNoFields(query, unknown);
  return (
    <p role="status" className={styles.missing}>
      {texts.join(" ")} Such terms were looked for in the lines as they are.
      {meant !== undefined && (
        <>
          {" "}
          <button type="button" className={styles.wider} onClick={() => onQuery(meant)}>
            Search {meant}
          </button>
        </>
      )}
    </p>
  );
}

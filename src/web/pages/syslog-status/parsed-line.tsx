import { StatusMark } from "../../components/badge/status-mark";
import { Facts } from "../../components/detail-panel/facts";
import { FieldText } from "../../components/event-table/columns";
import { EVENT_FIELDS } from "../../components/event-table/event-fields";
import { TimeValue } from "../../components/value/time-value";
import type { Model } from "../../api/client";
import styles from "./parse-test.module.css";

type ParsedEvent = Model<"ParsedEvent">;

function readingOf(parser: string): string {
  if (parser === "generic") return "not recognised: only its header is read";
  return parser === "extracted" ? "extracted: read by common names and forms" : `read as ${parser}`;
}

/** A line, what read it, and every field that came out of it. */
export function ParsedLine({ line, event }: { line: string; event: ParsedEvent }) {
  const isKnown = event.parser !== "generic";
  return (
    <section className={styles.result} aria-label={`Line ${event.line + 1}`}>
      <p className={`mono ${styles.line}`} title={line}>
        {line}
      </p>
      <StatusMark status={isKnown ? "ok" : "degraded"} label={readingOf(event.parser)} />
      <div className={styles.fields}>
        <Facts
          facts={[
            {
              label: "Sender’s time",
              value: <TimeValue at={event.event_time} absent="not in the line" as="event" />,
            },
            ...EVENT_FIELDS.flatMap(({ field, label }) => {
              const value = event[field];
              if (value === null || value === "") return [];
              return [{ label, value: <FieldText field={field} text={String(value)} /> }];
            }),
            ...(event.message === null
              ? []
              : [{ label: "Message", value: <span className="mono">{event.message}</span> }]),
          ]}
        />
      </div>
    </section>
  );
}

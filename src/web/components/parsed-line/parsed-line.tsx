import type { ReactNode } from "react";
import { StatusMark, type Status } from "../badge/status-mark";
import { Facts } from "../detail-panel/facts";
import { FieldText } from "../event-table/columns";
import { EVENT_FIELDS } from "../event-table/event-fields";
import { TimeValue } from "../value/time-value";
import { VisibleText } from "../value/visible-text";
import { spellHidden } from "../../format/hidden-characters";
import type { Model } from "../../api/client";
import styles from "./parsed-line.module.css";

type ParsedEvent = Model<"ParsedEvent">;

type Props = {
  line: string;
  event: ParsedEvent;
  /** What is said of who read it; absent: just that. */
  mark?: { status: Status; label: string };
  /** What else is to be said of it. */
  note?: ReactNode;
};

/** A line, what read it, and every field that came out of it. */
export function ParsedLine({ line, event, mark = markOf(event), note }: Props) {
  return (
    <section className={styles.result} aria-label={`Line ${event.line + 1}`}>
      <p className={`mono ${styles.line}`} title={spellHidden(line)}>
        <VisibleText text={line} />
      </p>
      <StatusMark {...mark} />
      {note}
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
              : [
                  {
                    label: "Message",
                    value: (
                      <span className="mono">
                        <VisibleText text={event.message} />
                      </span>
                    ),
                  },
                ]),
          ]}
        />
      </div>
    </section>
  );
}

function markOf({ parser }: ParsedEvent): { status: Status; label: string } {
  if (parser === "generic") return { status: "degraded", label: "not recognised: only its header is read" };
  if (parser === "extracted") return { status: "ok", label: "extracted: read by common names and forms" };
  return { status: "ok", label: `read as ${parser}` };
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Incident } from "../../api/incidents";
import { Facts, type Fact } from "../../components/detail-panel/facts";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatNumber } from "../../format/number";
import { VisibleText } from "../../components/value/visible-text";
import styles from "./alerts.module.css";
import { whyQuery, type Why } from "./api";

/** What a person would look up about an incident: the likely cause first, then what it is taken from. */
export function WhyOf({ incident }: { incident: Incident }) {
  const query = useQuery(whyQuery(incident.id));
  return (
    <section aria-label={`Why: ${incident.title}`} className={styles.why}>
      <QueryStates query={query} what="what explains it" rows={3}>
        {(why) => (
          <>
            <p className={styles.cause}>{causeOf(why)}</p>
            <Facts facts={factsOf(why)} />
          </>
        )}
      </QueryStates>
    </section>
  );
}

function causeOf({ likely_cause: cause }: Why): string {
  if (cause === null) return "Nothing that is known points to a cause.";
  return `${cause.certainty === "likely" ? "Likely" : "Possibly"}: ${cause.sentence}.`;
}

/** Only those that say something. */
function factsOf(why: Why): Fact[] {
  const { behind, port, maintenance, together, changes, log } = why;
  return [
    ...(port === null ? [] : [{ label: "Hangs on", value: <Port port={port} /> }]),
    ...(behind.count === 0 ? [] : [{ label: "Cut off behind it", value: <Behind behind={behind} /> }]),
    ...listed(
      "Maintenance before",
      maintenance.map(({ id, title, ended_at: at }) => (
        <span key={id}>
          {title}, until <TimeValue at={at} />
        </span>
      )),
    ),
    ...listed(
      "Began with it",
      together.map(({ id, title }) => (
        <Link key={id} to="/alerts" search={{ incident: id }}>
          {title}
        </Link>
      )),
    ),
    ...listed(
      "Changes of the day before",
      (changes ?? []).map(({ at, who, action, detail }) => (
        <span key={`${at} ${action}`}>
          <TimeValue at={at} /> {who ?? "somebody"}: {action}
          {detail !== null && `, ${detail}`}
        </span>
      )),
    ),
    ...(log === null ? [] : [{ label: "Its log then", value: <Log log={log} /> }]),
  ];
}

function listed(label: string, lines: readonly ReactNode[]): Fact[] {
  return lines.length === 0 ? [] : [{ label, value: <span className={styles.what}>{lines}</span> }];
}

function Port({ port: { device, port, status, changed_at: at } }: { port: NonNullable<Why["port"]> }) {
  return (
    <span>
      {port} of{" "}
      <Link to="/inventory/$deviceId" params={{ deviceId: String(device.id) }}>
        {device.name}
      </Link>
      {status !== null && `, ${status}`}
      {at !== null && (
        <>
          {" "}
          since <TimeValue at={at} />
        </>
      )}
    </span>
  );
}

function Behind({ behind: { count, devices } }: { behind: Why["behind"] }) {
  const more = count - devices.length;
  return (
    <span>
      {devices.map(({ name }) => name).join(", ")}
      {more > 0 && ` and ${formatNumber(more)} more`}
    </span>
  );
}

function Log({ log: { from, to, lines, usual_lines: usual, worst } }: { log: NonNullable<Why["log"]> }) {
  return (
    <span className={styles.what}>
      <span>
        {formatNumber(lines)} lines from <TimeValue at={from} as="event" /> to{" "}
        <TimeValue at={to} as="event" />, usually {usual}
      </span>
      {worst.map(({ id, at, text, lines: alike, usual_lines: usually }) => (
        <span key={id} className="mono">
          <TimeValue at={at} as="event" /> <VisibleText text={text} />
          <span className={styles.dimmed}>
            {" "}
            {formatNumber(alike)} {alike === 1 ? "line" : "lines"} like it, usually{" "}
            {usually === 0 ? "none" : usually}
          </span>
        </span>
      ))}
    </span>
  );
}

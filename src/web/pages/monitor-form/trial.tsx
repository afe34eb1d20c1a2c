import { useEffect, useRef } from "react";
import { StatusMark } from "../../components/badge/status-mark";
import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { ErrorStrip } from "../../components/states/error-state";
import { TimeValue } from "../../components/value/time-value";
import { LOOKS } from "../../components/watched/looks";
import { formatWord } from "../../format/device";
import { formatBytes } from "../../format/number";
import { formatLatency } from "../../format/time";
import type { TrialResult } from "./api";
import styles from "./monitor-form.module.css";

type Assertion = TrialResult["assertions"][number];

const COLUMNS: readonly SimpleColumn<Assertion>[] = [
  { id: "name", label: "What the answer must be", cell: ({ name }) => formatWord(name) },
  {
    id: "passed",
    label: "Holds",
    cell: ({ passed }) => <StatusMark status={passed ? "ok" : "down"} label={passed ? "yes" : "no"} />,
  },
  { id: "expected", label: "Expected", cell: ({ expected }) => <span className="mono">{expected}</span> },
  { id: "actual", label: "Found", cell: ({ actual }) => <span className="mono">{actual}</span> },
];

type Props = { result: TrialResult | undefined; error: Error | null; isBusy: boolean };

/** What came of trying a monitor: the verdict, times, certificate, each assertion, and the answer itself. */
export function Trial({ result, error, isBusy }: Props) {
  if (isBusy) return <p role="status">Asking…</p>;
  if (error !== null) return <ErrorStrip error={error} title="It could not be tried" />;
  return result === undefined ? null : <Tried result={result} />;
}

/** It comes to stand above the button that was pressed, at the end of a long page: it is brought into sight. */
function Tried({ result }: { result: TrialResult }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In newer browsers it gives a promise, which React would call as the effect's end.
    place.current?.scrollIntoView({ block: "nearest" });
  }, [result]);
  return (
    <div ref={place}>
      <Verdict result={result} />
    </div>
  );
}

function Verdict({ result }: { result: TrialResult }) {
  const { excerpt } = result;
  return (
    <Section title="Tried just now" hint="Nothing of it is kept: the monitor is as it was.">
      <div role="status" className={styles.verdict}>
        <StatusMark {...LOOKS[result.status]} />
        {result.status_code !== null && <span>HTTP {result.status_code}</span>}
        {result.response_time_ms !== null && <span>{formatLatency(result.response_time_ms)}</span>}
        {result.error !== null && <span className={styles.fault}>{result.error}</span>}
      </div>
      {result.assertions.length > 0 && (
        <SimpleTable
          label="What the answer must be"
          columns={COLUMNS}
          rows={result.assertions}
          rowId={({ name, expected }) => `${name} ${expected}`}
        />
      )}
      <div className={styles.facts}>
        <Facts facts={factsOf(result)} />
      </div>
      {excerpt !== null && (
        <details>
          <summary>The answer</summary>
          <pre className={styles.answer} tabIndex={0} role="region" aria-label="The answer">
            {Object.entries(excerpt.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
            {"\n\n"}
            {excerpt.body}
          </pre>
        </details>
      )}
    </Section>
  );
}

function factsOf(result: TrialResult) {
  const size = result.response_size_bytes;
  return [
    ...(size === null ? [] : [{ label: "Size", value: formatBytes(size) }]),
    ...(result.redirects.length === 0
      ? []
      : [{ label: "Led on to", value: <span className="mono">{result.redirects.join(" → ")}</span> }]),
    ...(result.cert_expires_at === null
      ? []
      : [
          { label: "Certificate until", value: <TimeValue at={result.cert_expires_at} /> },
          { label: "Issued by", value: result.cert_issuer },
        ]),
    ...Object.entries(result.details).map(([name, value]) => ({
      label: formatWord(
        name
          .replace(/Ms$/, "")
          .replaceAll(/([A-Z])/g, " $1")
          .toLowerCase(),
      ),
      value: name.endsWith("Ms") && typeof value === "number" ? formatLatency(value) : String(value),
    })),
  ];
}

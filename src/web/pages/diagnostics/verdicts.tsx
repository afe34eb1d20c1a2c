import { StatusMark, type Status } from "../../components/badge/status-mark";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { CopyButton } from "../../components/value/copy-button";
import type { Diagnostics } from "./api";

type Verdict = Diagnostics["doctor"][number];

const MARKS: Readonly<Record<Verdict["verdict"], { status: Status; label: string }>> = {
  broken: { status: "down", label: "Broken" },
  limited: { status: "degraded", label: "Limited" },
  works: { status: "ok", label: "Works" },
  off: { status: "paused", label: "Off" },
};
const ORDER = Object.keys(MARKS);

const COLUMNS: readonly SimpleColumn<Verdict>[] = [
  { id: "feature", label: "Feature", cell: ({ feature }) => feature },
  { id: "verdict", label: "Verdict", cell: ({ verdict }) => <StatusMark {...MARKS[verdict]} /> },
  { id: "message", label: "How it is", cell: ({ message }) => message },
  {
    id: "remedy",
    label: "How to fix it",
    cell: ({ remedy }) =>
      remedy === null ? (
        "–"
      ) : (
        <>
          {remedy} <CopyButton text={remedy} label="Copy what mends it" />
        </>
      ),
  },
];

/** What works here, what is limited and what mends it, the worst first. */
export function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  const rows = verdicts.toSorted((one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict));
  return (
    <Section
      title="Features"
      hint={
        <>
          Also by <code>bun run cli doctor</code>, before the first start.
        </>
      }
    >
      <SimpleTable label="Features" columns={COLUMNS} rows={rows} rowId={({ feature }) => feature} />
    </Section>
  );
}

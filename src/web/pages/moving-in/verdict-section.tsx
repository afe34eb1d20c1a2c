import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { StatusMark } from "../../components/badge/status-mark";
import { More } from "../../components/more/more";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { formatNumber } from "../../format/number";
import { rowsQuery, type Action, type Import, type Row } from "./api";
import styles from "./moving-in.module.css";
import { ACTIONS, actionWord, kindWord, MARKS, placeOf, reasonOf } from "./words";

const columnsOf = (isDryRun: boolean): readonly SimpleColumn<Row>[] => [
  { id: "name", label: "What", cell: ({ name }) => <span className={styles.name}>{name || "–"}</span> },
  { id: "kind", label: "Kind", cell: ({ kind }) => kindWord(kind) },
  {
    id: "verdict",
    label: "Verdict",
    cell: ({ action }) => <StatusMark status={MARKS[action]} label={actionWord(action, isDryRun)} />,
  },
  { id: "why", label: "Why", cell: (row) => reasonOf(row) },
  { id: "where", label: "Where", cell: (row) => placeOf(row) },
];

/** The verdict on every row; by verdict where one is chosen. */
export function VerdictSection({ taken }: { taken: Import }) {
  const { id, counts, rows: count, dry_run: isDryRun } = taken;
  const [action, setAction] = useState<Action | undefined>(undefined);
  const rows = useInfiniteQuery(rowsQuery(id, action));
  const present = ACTIONS.filter((one) => counts[one] > 0);
  return (
    <Section title="Verdicts" hint={isDryRun ? "What would become of each row." : "What became of each row."}>
      <div className={styles.verdicts} role="group" aria-label="Rows by verdict">
        <Chip
          label={`All ${formatNumber(count)}`}
          isChosen={action === undefined}
          onChoose={() => setAction(undefined)}
        />
        {present.map((one) => (
          <Chip
            key={one}
            label={`${actionWord(one, isDryRun)} ${formatNumber(counts[one])}`}
            isChosen={action === one}
            onChoose={() => setAction(one)}
          />
        ))}
      </div>
      <QueryStates query={rows} what="the verdicts" rows={8}>
        {({ pages }) => {
          const shown = pages.flatMap((page) => page.rows);
          if (shown.length === 0) return <EmptyState title="No rows">The files have none.</EmptyState>;
          return (
            <SimpleTable
              label="Verdicts"
              isFramed
              rows={shown}
              rowId={({ place }) => place}
              columns={columnsOf(isDryRun)}
            />
          );
        }}
      </QueryStates>
      <More query={rows} />
    </Section>
  );
}

type ChipProps = { label: string; isChosen: boolean; onChoose: () => void };

function Chip({ label, isChosen, onChoose }: ChipProps) {
  return (
    <Button size="xs" variant={isChosen ? "light" : "default"} aria-pressed={isChosen} onClick={onChoose}>
      {label}
    </Button>
  );
}

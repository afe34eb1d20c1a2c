import { Button } from "@mantine/core";
import { useMemo } from "react";
import { useMay } from "../../../api/me";
import { StatusMark } from "../../../components/badge/status-mark";
import { Section } from "../../../components/page-head/section";
import { ScrollBox } from "../../../components/scroll-box/scroll-box";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { TimeValue } from "../../../components/value/time-value";
import { LOOKS } from "../../../components/watched/looks";
import { formatDayAndTime } from "../../../format/time";
import { Around, type Told } from "./around";
import type { Timeline } from "./course";
import styles from "../watched.module.css";

type Change = Timeline["changes"][number];

export type ChangesProps = {
  changes: readonly Change[];
  told: Told;
  /** The change that is looked at closely. */
  around: string | undefined;
  onAround: (at: string | undefined) => void;
};

/** When its state changed and why, and what else happened around it. */
export function Changes({ changes, told, around, onAround }: ChangesProps) {
  const maySeeEvents = useMay("security_view") && told.deviceId !== undefined;
  const maySeeAudit = useMay("superadmin");
  const mayLookAround = maySeeEvents || maySeeAudit;
  const columns = useMemo(
    () => (mayLookAround ? [...COLUMNS, aroundColumn(around, onAround)] : COLUMNS),
    [mayLookAround, around, onAround],
  );
  return (
    <Section title="Changes of state" hint={changes.length === 0 ? "None in this time" : undefined}>
      {changes.length > 0 && (
        <ScrollBox label="Changes of state" className={styles.scroll}>
          <SimpleTable
            label="Changes of state"
            columns={columns}
            rows={changes}
            rowId={({ at, state }) => `${at} ${state}`}
          />
        </ScrollBox>
      )}
      {mayLookAround && around !== undefined && (
        <Around at={around} told={told} maySeeEvents={maySeeEvents} maySeeAudit={maySeeAudit} />
      )}
    </Section>
  );
}

const COLUMNS: readonly SimpleColumn<Change>[] = [
  { id: "at", label: "When", cell: ({ at }) => <TimeValue at={at} /> },
  { id: "state", label: "State", cell: ({ state }) => <StatusMark {...LOOKS[state]} /> },
  { id: "reason", label: "Why", cell: ({ reason }) => reason ?? "–" },
];

function aroundColumn(around: string | undefined, onAround: ChangesProps["onAround"]): SimpleColumn<Change> {
  return {
    id: "around",
    label: "What else happened then",
    isHeadHidden: true,
    align: "right",
    cell: ({ at }) => (
      <Button
        size="compact-xs"
        variant={at === around ? "light" : "subtle"}
        aria-expanded={at === around}
        aria-label={`What else happened around ${formatDayAndTime(at).slice(0, -".000".length)}`}
        onClick={() => onAround(at === around ? undefined : at)}
      >
        What else happened
      </Button>
    ),
  };
}

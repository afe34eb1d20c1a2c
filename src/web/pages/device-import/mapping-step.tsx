import { Button, Group, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { ErrorStrip } from "../../components/states/error-state";
import { formatCount } from "../../format/number";
import { MODES, type Mode } from "./api";
import type { CsvTable } from "./csv";
import styles from "./device-import.module.css";
import { filledRows, mapColumn, mappingFault, samplesOf, TARGETS, type Mapping } from "./mapping";

const LEFT_OUT = "";
const OPTIONS = [
  { value: LEFT_OUT, label: "Leave out" },
  ...TARGETS.map(({ id, label }) => ({ value: id, label })),
];

type Props = {
  table: CsvTable;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  mode: Mode;
  onMode: (mode: Mode) => void;
  isBusy: boolean;
  error: Error | null;
  onBack: () => void;
  onNext: () => void;
};

type FileColumn = { heading: string; column: number };

const columnsOf = ({ table, mapping, onMapping }: Props): readonly SimpleColumn<FileColumn>[] => [
  {
    id: "heading",
    label: "Column",
    cell: ({ heading, column }) => heading || `Column ${column + 1}`,
  },
  {
    id: "samples",
    label: "Values",
    cell: ({ column }) => (
      <span className={`mono ${styles.samples}`}>{samplesOf(table, column).join(" · ") || "–"}</span>
    ),
  },
  {
    id: "target",
    label: "Fills",
    cell: ({ heading, column }) => (
      <NativeSelect
        size="xs"
        aria-label={`What ${heading || `column ${column + 1}`} fills`}
        data={OPTIONS}
        value={mapping[column] ?? LEFT_OUT}
        onChange={({ currentTarget: { value } }) =>
          onMapping(mapColumn(mapping, column, TARGETS.find(({ id }) => id === value)?.id ?? null))
        }
      />
    ),
  },
];

/** What each column means: guessed, with values to recognise it by. */
export function MappingStep(props: Props) {
  const { table, mapping, mode, onMode, isBusy, error, onBack, onNext } = props;
  const [isTried, setIsTried] = useState(false);
  const fault = mappingFault(mapping);
  const next = () => {
    setIsTried(true);
    if (fault === null) onNext();
  };
  return (
    <Section
      title="What the columns mean"
      hint={`${formatCount(filledRows(table), ["row", "rows"])}. An empty cell leaves what a known device has.`}
    >
      {error !== null && <ErrorStrip error={error} title="Cannot check the file" />}
      <SimpleTable
        label="Columns of the file"
        rows={table.header.map((heading, column) => ({ heading, column }))}
        rowId={({ column }) => column}
        columns={columnsOf(props)}
      />
      <NativeSelect
        mt="lg"
        maw={400}
        label="Devices that are known already"
        description="Known by the MAC, else the address, else the name"
        data={[...MODES]}
        value={mode}
        onChange={({ currentTarget: { value } }) =>
          onMode(MODES.find((one) => one.value === value)?.value ?? "upsert")
        }
      />
      {isTried && fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button onClick={next} loading={isBusy}>
          Next: check
        </Button>
      </Group>
    </Section>
  );
}

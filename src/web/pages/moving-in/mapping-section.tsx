import { Button, NativeSelect } from "@mantine/core";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import type { Import, Mapping, Source } from "./api";
import styles from "./moving-in.module.css";
import { kindWord } from "./words";

const AS_USUAL = "\u0000usual";
const LEFT_OUT = "\u0000none";

type Table = Import["tables"][number];

type Props = {
  tables: readonly Table[];
  source: Source | undefined;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  isBusy: boolean;
  onCheck: () => void;
};

type Field = { field: string; columns: readonly string[] };

/** What the columns of the files become: as found, and changed by whoever knows better. */
export function MappingSection({ tables, source, mapping, onMapping, isBusy, onCheck }: Props) {
  const choose = (table: string, field: string, value: string) => {
    const { [field]: _old, ...rest } = mapping[table] ?? {};
    const fields = value === AS_USUAL ? rest : { ...rest, [field]: value === LEFT_OUT ? null : value };
    const { [table]: _table, ...others } = mapping;
    onMapping(Object.keys(fields).length === 0 ? others : { ...others, [table]: fields });
  };
  return (
    <Section
      title="What the columns become"
      hint="Of several columns the first with a value counts. Change what is wrong, and check again."
      actions={
        <Button size="xs" variant="default" loading={isBusy} onClick={onCheck}>
          Check again
        </Button>
      }
    >
      {tables.map((table) => (
        <details key={table.table} className={styles.table}>
          <summary>
            {table.table}: {kindWord(table.kind)}
          </summary>
          <SimpleTable
            label={`Fields of ${table.table}`}
            rows={fieldsOf(table, source)}
            rowId={({ field }) => field}
            columns={columnsOf(table, { mapping, choose })}
          />
        </details>
      ))}
    </Section>
  );
}

/** Those that are mapped as usual, then what else there is. */
function fieldsOf({ table, fields }: Table, source: Source | undefined): Field[] {
  const usual = source?.tables.find((one) => one.table === table);
  const shown = usual?.fields ?? fields;
  const others = (usual?.other_fields ?? []).map((field) => ({ field, columns: [] }));
  const added = fields.filter(({ field }) => ![...shown, ...others].some((one) => one.field === field));
  return [...shown, ...added.map(({ field }) => ({ field, columns: [] })), ...others];
}

type Choosing = { mapping: Mapping; choose: (table: string, field: string, value: string) => void };

function columnsOf(table: Table, { mapping, choose }: Choosing): readonly SimpleColumn<Field>[] {
  const found = table.columns.map((column) => ({ value: column, label: column }));
  return [
    { id: "field", label: "Field", cell: ({ field }) => field.replaceAll("_", " ") },
    {
      id: "column",
      label: "Comes from",
      cell: ({ field, columns }) => {
        const changed = mapping[table.table]?.[field];
        const present = columns.filter((column) => table.columns.includes(column));
        const usual = present.length === 0 ? "nothing that was found" : present.join(", else ");
        return (
          <NativeSelect
            size="xs"
            aria-label={`What ${field.replaceAll("_", " ")} comes from`}
            data={[
              { value: AS_USUAL, label: `As usual: ${usual}` },
              { value: LEFT_OUT, label: "Leave out" },
              ...found,
            ]}
            value={changed === undefined ? AS_USUAL : (changed ?? LEFT_OUT)}
            onChange={({ currentTarget: { value } }) => choose(table.table, field, value)}
          />
        );
      },
    },
  ];
}

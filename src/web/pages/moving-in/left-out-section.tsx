import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { formatNumber } from "../../format/number";
import type { Import } from "./api";

type LeftOut = Import["left_out"][number];

const COLUMNS: readonly SimpleColumn<LeftOut>[] = [
  { id: "column", label: "Column", cell: ({ column }) => column ?? "the whole table" },
  { id: "table", label: "Of", cell: ({ table }) => table },
  { id: "rows", label: "Rows with a value", align: "right", cell: ({ rows }) => formatNumber(rows) },
];

/** What has a value in the files and is not taken over, and what was made because rows named it. */
export function LeftOutSection({ taken: { left_out: left, made } }: { taken: Import }) {
  const places = [
    ...made.sites.map((name) => `site ${name}`),
    ...made.groups.map((name) => `group ${name}`),
    ...made.devices.map((name) => `device ${name}`),
  ];
  if (left.length === 0 && places.length === 0) return null;
  return (
    <Section
      title="Beside the rows"
      hint="Values for which there is no place here; the mapping above can give them one."
    >
      {places.length > 0 && <p>Made because rows name them: {places.join(", ")}.</p>}
      {left.length > 0 && (
        <SimpleTable
          label="Not taken over"
          rows={left}
          rowId={({ table, column }) => `${table} ${column}`}
          columns={COLUMNS}
        />
      )}
    </Section>
  );
}

import { Button, Group } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Column } from "../../components/data-table/columns";
import { FilteredTable } from "../../components/filtered-table/filtered-table";
import { useFilteredRows } from "../../components/filtered-table/use-filtered-rows";
import type { FacetField } from "../../components/filters/facets";
import { saveFile } from "../../components/save-file/save-file";
import { formatCount, formatNumber } from "../../format/number";
import { ExportIcon, WarningIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { CutText, visible } from "../../components/value/visible-text";
import { spellHidden } from "../../format/hidden-characters";
import styles from "./device-import.module.css";
import { MissingSites } from "./missing-sites";
import { VerdictMark, VERDICT_WORDS } from "./verdict-mark";
import { ACTIONS, missingSites, verdictsCsv, type ImportResult, type Verdict } from "./verdicts";

const WHAT = ["row", "rows"] as const;

const COLUMNS: readonly Column<Verdict>[] = [
  {
    id: "row",
    label: "Row",
    width: 72,
    align: "right",
    sortKey: ({ row }) => row,
    cell: ({ row }) => formatNumber(row),
  },
  {
    id: "verdict",
    label: "Verdict",
    card: "state",
    width: 120,
    sortKey: ({ action }) => ACTIONS.indexOf(action),
    cell: ({ action }) => <VerdictMark action={action} />,
    copyValue: ({ action }) => VERDICT_WORDS[action],
  },
  {
    id: "device",
    label: "Device",
    card: "whole",
    width: 200,
    sortKey: ({ name }) => name,
    cell: ({ name }) => name,
    copyValue: ({ name }) => name,
  },
  {
    id: "details",
    label: "What is wrong, or changes",
    card: "whole",
    width: 480,
    sortKey: ({ text, warning }) => text || warning || null,
    cell: (verdict) => <Details verdict={verdict} />,
    copyValue: ({ text, warning }) => [text, warning].filter(Boolean).join("; "),
  },
];
const WARNED = "With a warning";
const FACETS: readonly FacetField<Verdict>[] = [
  {
    id: "verdict",
    label: "Verdict",
    valuesOf: ({ action, warning }) => [VERDICT_WORDS[action], ...(warning === "" ? [] : [WARNED])],
  },
];
const rowId = ({ row }: Verdict) => String(row);
const rowLabel = ({ row, name }: Verdict) => `Row ${row}, ${name}`;

type Props = {
  result: ImportResult;
  verdicts: readonly Verdict[];
  onCheckAgain: () => void;
  onBack: () => void;
  onEdit: () => void;
  onApply: () => void;
};

/** What the import would do with each row. Nothing is written yet. */
export function CheckStep({ result, verdicts, onCheckAgain, onBack, onEdit, onApply }: Props) {
  const [text, setText] = useState("");
  const [verdict, setVerdict] = useState<readonly string[] | undefined>();
  const [sort, setSort] = useState<string | undefined>();
  const chosen = { verdict };
  const filtered = useFilteredRows(verdicts, FACETS, chosen);
  const rows = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return wanted === ""
      ? filtered
      : filtered.filter((row) =>
          `${row.row} ${row.name} ${row.text} ${row.warning}`.toLowerCase().includes(wanted),
        );
  }, [filtered, text]);
  const sites = useMemo(() => missingSites(verdicts), [verdicts]);
  const good = result.created + result.updated;
  return (
    <>
      <Summary result={result} warned={verdicts.filter(({ warning }) => warning !== "").length} />
      {sites.length > 0 && <MissingSites names={sites} onAdded={onCheckAgain} />}
      <FilteredTable
        what={WHAT}
        label="Verdicts"
        name="import-verdicts"
        text={text}
        onText={setText}
        facets={{
          fields: FACETS,
          counted: verdicts,
          chosen,
          onChoose: (_, values) => setVerdict(values),
        }}
        onClear={() => {
          setText("");
          setVerdict(undefined);
        }}
        controls={
          <Button
            size="xs"
            variant="default"
            leftSection={<ExportIcon {...ICON} />}
            onClick={() =>
              saveFile(
                "import-check.csv",
                new Blob([verdictsCsv(verdicts, VERDICT_WORDS)], { type: "text/csv" }),
              )
            }
          >
            Save as CSV
          </Button>
        }
        rows={rows}
        total={verdicts.length}
        columns={COLUMNS}
        rowId={rowId}
        rowLabel={rowLabel}
        sort={sort}
        onSort={setSort}
      />
      <Group justify="flex-end" gap="sm" className={styles.foot}>
        {result.failed > 0 && (
          <Button variant="default" onClick={onEdit}>
            Edit the rows
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button onClick={onApply} disabled={good === 0}>
          {good === 0
            ? "Nothing to import"
            : `Import ${formatCount(good, ["row", "rows"])}${result.failed > 0 ? `, leave out ${formatNumber(result.failed)}` : ""}`}
        </Button>
      </Group>
    </>
  );
}

/** The warning first: the rest of it may be cut at the edge of the cell. */
function Details({ verdict: { text, warning } }: { verdict: Verdict }) {
  if (warning === "") return <CutText text={text || "–"} />;
  return (
    <span title={spellHidden([warning, text].filter(Boolean).join("; "))} className={styles.warned}>
      <WarningIcon {...ICON} /> {warning}
      {text !== "" && visible(`; ${text}`)}
    </span>
  );
}

type SummaryProps = { result: ImportResult; warned: number };

function Summary({ result, warned }: SummaryProps) {
  const { created, updated, unchanged, skipped, failed } = result;
  const parts = [
    failed > 0 && formatCount(failed, ["row has an error", "rows have errors"]),
    `${formatNumber(created)} to add`,
    `${formatNumber(updated)} to change`,
    unchanged > 0 && `${formatNumber(unchanged)} unchanged`,
    skipped > 0 && `${formatNumber(skipped)} skipped`,
    warned > 0 && formatCount(warned, ["row has a warning", "rows have warnings"]),
  ].filter(Boolean);
  return (
    <p role="status" className={styles.summary}>
      <strong>{parts.join(", ")}.</strong> Nothing is written yet.
    </p>
  );
}

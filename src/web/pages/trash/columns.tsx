import { Button, Checkbox } from "@mantine/core";
import { wordsOf } from "../../components/dialog/consequences";
import type { SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import { formatCount } from "../../format/number";
import type { TrashItem } from "./api";
import { visible } from "../../components/value/visible-text";
import styles from "./trash.module.css";
import { kindWord } from "./words";

type Choice = {
  selected: ReadonlySet<number>;
  onSelect: (item: TrashItem, isSelected: boolean) => void;
  onRestore: (item: TrashItem) => void;
};

const nameOf = ({ name, target, kind }: TrashItem) => name ?? target ?? kindWord(kind);

export const columns = ({ selected, onSelect, onRestore }: Choice): readonly SimpleColumn<TrashItem>[] => [
  {
    id: "name",
    label: "Name",
    cell: (item) => (
      <Checkbox
        size="xs"
        label={<span className={styles.name}>{visible(nameOf(item))}</span>}
        checked={selected.has(item.audit_id)}
        onChange={({ currentTarget: { checked } }) => onSelect(item, checked)}
      />
    ),
  },
  { id: "kind", label: "Kind", cell: ({ kind }) => kindWord(kind) },
  { id: "deleted", label: "Deleted", cell: ({ deleted_at: at }) => <TimeValue at={at} /> },
  { id: "by", label: "By", cell: ({ deleted_by: by }) => by ?? "the service" },
  { id: "with", label: "Comes along", cell: (item) => <span className={styles.along}>{alongOf(item)}</span> },
  {
    id: "until",
    label: "History until",
    cell: ({ history_until: until }) => <TimeValue at={until} absent="none" />,
  },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (item) => (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Restore ${nameOf(item)}`}
        onClick={() => onRestore(item)}
      >
        Restore…
      </Button>
    ),
  },
];

function alongOf({ with: along, deleted_together: together }: TrashItem): string {
  const parts = Object.entries(along).map(([kind, count]) => formatCount(count, wordsOf(kind)));
  if (together > 1) parts.push(`one of ${together} deleted at once`);
  return parts.length === 0 ? "–" : parts.join(", ");
}

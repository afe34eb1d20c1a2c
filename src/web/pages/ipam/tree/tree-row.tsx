import { Link } from "@tanstack/react-router";
import { formatCount } from "../../../format/number";
import { FoldedIcon, OpenIcon, WarningIcon } from "../../../theme/icons";
import { visible } from "../../../components/value/visible-text";
import { spellHidden } from "../../../format/hidden-characters";
import { ownName } from "../subnet/subnet-values";
import styles from "./subnet-tree.module.css";
import type { FreeRow, SubnetRow } from "./tree-rows";
import { UsageBar } from "../../../components/usage-bar/usage-bar";

type Place = {
  id: string;
  index: number;
  /** Pixels from the first row. */
  top: number;
  height: number;
  isActive: boolean;
};

const INDENT = 16;

function rowProps({ id, index, top, height, isActive }: Place, level: number) {
  return {
    role: "row",
    id,
    "aria-rowindex": index + 1,
    "aria-level": level,
    "data-row": index,
    "data-active": isActive,
    style: { transform: `translateY(${top}px)`, height },
  };
}

type SubnetProps = Place & { row: SubnetRow; conflictCount: number; isShown: boolean };

export function SubnetTreeRow({ row, conflictCount, isShown, ...place }: SubnetProps) {
  const { subnet, level, isOpen } = row;
  return (
    <div {...rowProps(place, level)} aria-expanded={isOpen} aria-selected={isShown} className={styles.row}>
      <span role="rowheader" className={styles.cidr} style={{ paddingLeft: (level - 1) * INDENT }}>
        {isOpen === undefined ? (
          <span className={styles.leaf} />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            aria-label={isOpen ? `Fold ${subnet.cidr}` : `Unfold ${subnet.cidr}`}
            className={styles.fold}
            data-fold
          >
            {isOpen ? <OpenIcon size={14} /> : <FoldedIcon size={14} />}
          </button>
        )}
        <Link
          from="/ipam"
          to="/ipam/$subnetId"
          params={{ subnetId: String(subnet.id) }}
          search={({ q, closed, free, tab }) => ({ q, closed, free, tab })}
          tabIndex={-1}
          className={`mono ${styles.link}`}
          preload={false}
        >
          {subnet.cidr}
        </Link>
      </span>
      <span role="gridcell" className={styles.name} title={spellHidden(ownName(subnet))}>
        {visible(ownName(subnet))}
      </span>
      <span role="gridcell" className={styles.usage}>
        {conflictCount > 0 && (
          <span className={styles.conflict} title={formatCount(conflictCount, ["conflict", "conflicts"])}>
            <WarningIcon size={14} aria-hidden />
            <span className={styles.hidden}>{formatCount(conflictCount, ["conflict", "conflicts"])}</span>
          </span>
        )}
        <UsageBar share={subnet.utilization} />
      </span>
    </div>
  );
}

export function FreeTreeRow({ row, mayAdd, ...place }: Place & { row: FreeRow; mayAdd: boolean }) {
  const { cidr, others, level } = row;
  return (
    <div {...rowProps(place, level)} className={`${styles.row} ${styles.free}`} data-opens={mayAdd}>
      <span role="rowheader" className={styles.cidr} style={{ paddingLeft: (level - 1) * INDENT }}>
        <span className={styles.leaf} />
        <span className="mono">{cidr}</span>
      </span>
      <span role="gridcell" className={styles.name}>
        {others === 0 ? "free" : `free, and ${formatCount(others, ["smaller block", "smaller blocks"])}`}
      </span>
      <span role="gridcell" className={styles.usage}>
        {mayAdd && <span className={styles.add}>Add subnet</span>}
      </span>
    </div>
  );
}

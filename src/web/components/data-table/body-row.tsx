import { Checkbox } from "@mantine/core";
import { useMemo, type MouseEvent } from "react";
import { growingColumn, type Column } from "./columns";
import { visible } from "../value/visible-text";
import styles from "./data-table.module.css";
import { classOf, SELECT_WIDTH } from "./head-row";

/** What cells say where there is nothing: on a card its label would be in the way. */
const ABSENT = "–";

type Props<Row> = {
  row: Row;
  id: string;
  gridId: string;
  index: number;
  top: number;
  /** Pixels; undefined: a card, as high as what is in it. */
  height: number | undefined;
  /** Is told a card, to know its height. */
  measure: ((row: HTMLElement | null) => void) | undefined;
  width: number;
  columns: readonly { column: Column<Row>; width: number }[];
  /** Column of the active cell, if it is in this row. */
  activeColumn: number | undefined;
  /** Undefined: rows are not selected. */
  isSelected: boolean | undefined;
  isOpen: boolean;
  href: string | undefined;
  /** What the row is called where only its box is heard. */
  label: string;
  isOpenable: boolean;
  onClick: (index: number, event: MouseEvent) => void;
  onSelect: (index: number, event: { shiftKey: boolean }) => void;
};

function Body<Row>(props: Props<Row>) {
  const {
    row,
    gridId,
    index,
    top,
    height,
    measure,
    width,
    columns,
    activeColumn,
    isSelected,
    href,
    onClick,
    onSelect,
  } = props;
  const offset = isSelected === undefined ? 0 : 1;
  const growing = growingColumn(columns);
  const isCard = height === undefined;
  return (
    <div
      role="row"
      ref={measure}
      data-index={index}
      data-row={props.id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={props.isOpen || undefined}
      data-opens={props.isOpenable}
      className={styles.row}
      style={{ height, minWidth: width, width: "100%", transform: `translateY(${top}px)` }}
      onClick={(event) => onClick(index, event)}
      onAuxClick={(event) => event.button === 1 && onClick(index, event)}
    >
      {isSelected !== undefined && (
        <div
          role="gridcell"
          aria-colindex={1}
          id={`${gridId}-${index}-0`}
          data-card="select"
          className={classOf(styles.cell, styles.sticky, activeColumn === 0 && styles.active)}
          style={isCard ? undefined : { left: 0, width: SELECT_WIDTH }}
          onClick={(event) => {
            event.stopPropagation();
            onSelect(index, event);
          }}
        >
          <Checkbox
            size="xs"
            tabIndex={-1}
            readOnly
            checked={isSelected}
            aria-label={`Select ${props.label}`}
          />
        </div>
      )}
      {columns.map(({ column, width: columnWidth }, position) => {
        const content = visible(column.cell(row));
        return (
          <div
            key={column.id}
            role={position === 0 ? "rowheader" : "gridcell"}
            aria-colindex={position + offset + 1}
            id={`${gridId}-${index}-${position + offset}`}
            data-card={position === 0 ? "name" : (column.card ?? "fact")}
            data-label={isCard ? column.label : undefined}
            hidden={isCard && position > 0 && content === ABSENT}
            className={classOf(
              styles.cell,
              column.align === "right" && styles.right,
              position === 0 && styles.sticky,
              position === growing && styles.growing,
              activeColumn === position + offset && styles.active,
            )}
            style={
              isCard
                ? undefined
                : { width: columnWidth, ...(position === 0 ? { left: offset * SELECT_WIDTH } : {}) }
            }
          >
            {position === 0 && href !== undefined ? (
              <a href={href} tabIndex={-1}>
                {content}
              </a>
            ) : (
              <span>{content}</span>
            )}
          </div>
        );
      })}
    </div>
  );
}

/**
 * A row that is drawn again only when one of its own properties changes; React's `memo` would forget the type of the
 * row.
 */
export function BodyRow<Row>(props: Props<Row>) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- they are all of the properties, always the same ones
  return useMemo(() => <Body {...props} />, Object.values(props));
}

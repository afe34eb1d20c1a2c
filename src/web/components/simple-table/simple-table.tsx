import type { ReactNode } from "react";
import { useOverflow } from "../scroll-box/use-overflow";
import { visible } from "../value/visible-text";
import styles from "./simple-table.module.css";

export type SimpleColumn<Row> = {
  id: string;
  label: string;
  /** The head is spoken only. */
  isHeadHidden?: boolean;
  align?: "left" | "right";
  cell: (row: Row) => ReactNode;
};

type Props<Row> = {
  label: string;
  columns: readonly SimpleColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string | number;
  /** With a border of its own, where nothing is around it. */
  isFramed?: boolean;
};

/** Those that the parts of a table have by themselves, until a style sheet lays them out as cards. */
const ROLES = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
  cell: { role: "cell" },
};

/** What cells say where there is nothing: on a card its label would be in the way. */
const ABSENT = "–";

/** So many columns fit beside one another on a phone. */
const FITTING = 2;

/**
 * A plain table for short lists, with ordinary buttons and links in its cells. The first column names the row. On a
 * phone each row is a card with a line for each column, unless the columns fit. It is a stop of the Tab key only where
 * there is something to scroll to.
 */
export function SimpleTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowId, isFramed = false } = props;
  const [box, isWider] = useOverflow();
  return (
    <div
      ref={box}
      className={styles.scroll}
      data-framed={isFramed || undefined}
      data-stacked={columns.length > FITTING || undefined}
      {...(isWider && { tabIndex: 0, role: "group", "aria-label": `${label}, wider than its place` })}
    >
      <table {...ROLES.table} className={styles.table} aria-label={label}>
        <thead {...ROLES.rowgroup}>
          <tr {...ROLES.row}>
            {columns.map((column) => (
              <th key={column.id} {...ROLES.columnheader} scope="col" data-align={column.align}>
                {column.isHeadHidden ? <span className={styles.hidden}>{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.rowgroup}>
          {rows.map((row) => (
            <tr key={rowId(row)} {...ROLES.row}>
              {columns.map((column, index) => {
                const content = visible(column.cell(row));
                return index === 0 ? (
                  <th key={column.id} {...ROLES.rowheader} scope="row" data-align={column.align}>
                    {content}
                  </th>
                ) : (
                  <td
                    key={column.id}
                    {...ROLES.cell}
                    data-align={column.align}
                    data-label={column.isHeadHidden === true ? undefined : column.label}
                    data-absent={content === ABSENT || undefined}
                  >
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

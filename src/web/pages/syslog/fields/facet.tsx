import type { MouseEvent } from "react";
import type { Model } from "../../../api/client";
import { FieldText } from "../../../components/event-table/columns";
import { EVENT_FIELDS, type FilterTerm } from "../../../components/event-table/event-fields";
import { IconButton } from "../../../components/icon-button/icon-button";
import { formatNumber } from "../../../format/number";
import { ExcludeIcon, FoldedIcon, OpenIcon } from "../../../theme/icons";
import type { CountedField } from "./facets";
import { spellHidden } from "../../../format/hidden-characters";
import styles from "./field-panel.module.css";

type Props = {
  field: CountedField;
  label: string;
  /** Undefined while it is not known. */
  counted: Model<"EventFacets">["facets"][number] | undefined;
  /** Events in all. */
  total: number;
  isUnfolded: boolean;
  onToggle: () => void;
  onFilter: (term: FilterTerm) => void;
};

/** One field: its name folds it, and its values filter. */
export function Facet({ field, label, counted, total, isUnfolded, onToggle, onFilter }: Props) {
  const Icon = isUnfolded ? OpenIcon : FoldedIcon;
  return (
    <section className={styles.facet} aria-label={label}>
      <h3 className={styles.head}>
        <button type="button" className={styles.fold} aria-expanded={isUnfolded} onClick={onToggle}>
          <Icon size={14} stroke={1.5} aria-hidden />
          {label}
          {isUnfolded && counted !== undefined && counted.distinct_values > counted.values.length && (
            <span className={styles.count}>of {formatNumber(counted.distinct_values)}</span>
          )}
        </button>
      </h3>
      {isUnfolded && counted !== undefined && (
        <ul className={styles.values}>
          {counted.values.map(({ value, count }) => (
            <Counted
              key={value}
              field={field}
              text={value}
              count={count}
              share={total === 0 ? 0 : count / total}
              onFilter={onFilter}
            />
          ))}
          {counted.values.length === 0 && <li className={styles.none}>no event has one</li>}
        </ul>
      )}
    </section>
  );
}

type CountedProps = {
  field: CountedField;
  text: string;
  count: number;
  /** Of all events, 0 to 1. */
  share: number;
  onFilter: (term: FilterTerm) => void;
};

function Counted({ field, text, count, share, onFilter }: CountedProps) {
  const isMono = EVENT_FIELDS.some((one) => one.field === field && "isMono" in one);
  const filter = (event: MouseEvent) => {
    if (getSelection()?.isCollapsed === false && !event.shiftKey) return;
    onFilter({ field, text, isNegated: event.shiftKey });
  };
  return (
    <li className={styles.value}>
      <button
        type="button"
        className={styles.only}
        title={spellHidden(text)}
        onMouseDown={(event) => {
          // Shift and a click would select the text from wherever the last click was.
          if (event.shiftKey) event.preventDefault();
        }}
        onClick={filter}
      >
        <span className={styles.bar} style={{ width: `${share * 100}%` }} aria-hidden />
        <span className={`${styles.text} ${isMono ? "mono" : ""}`}>
          <FieldText field={field} text={text} />
        </span>{" "}
        <span className={styles.count}>{formatNumber(count)}</span>
      </button>
      <IconButton
        icon={ExcludeIcon}
        label={`Without ${text}`}
        onClick={() => onFilter({ field, text, isNegated: true })}
      />
    </li>
  );
}

import { useState, type MouseEvent, type ReactNode } from "react";
import { ExcludeIcon } from "../../theme/icons";
import { spellHidden } from "../../format/hidden-characters";
import { CutText } from "../value/visible-text";
import styles from "./event-table.module.css";
import type { FilterTerm } from "./event-fields";

type Props = {
  /** What a click asks for. */
  term: FilterTerm;
  children: ReactNode;
  isMono?: boolean;
  /** Of the device whose address it is; beside it, as far as there is room. */
  name?: string | undefined;
  onFilter: (term: FilterTerm) => void;
};

/**
 * A value in a row: a click filters by it, with Shift it is excluded; so does the button that shows while the pointer
 * is there. Lighter than `Value`: a screen has hundreds, and the keys of the grid do the same.
 */
export function EventCell({ term, children, isMono = false, name, onFilter }: Props) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const spelt = spellHidden(term.text);
  const filter = (event: MouseEvent) => {
    if (getSelection()?.isCollapsed === false && !event.shiftKey) return;
    onFilter({ ...term, isNegated: event.shiftKey });
  };
  return (
    <span
      className={styles.value}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
    >
      <button
        type="button"
        tabIndex={-1}
        className={`${styles.text} ${isMono ? "mono" : ""}`}
        title={spelt}
        onMouseDown={(event) => {
          // Shift and a click would select the text from wherever the last click was.
          if (event.shiftKey) event.preventDefault();
        }}
        onClick={filter}
      >
        {children}
      </button>
      {name !== undefined && <CutText text={name} className={styles.deviceName} />}
      <span className={styles.slot}>
        {isPointedAt && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.exclude}
            title={`Without ${spelt}`}
            aria-label={`Without ${spelt}`}
            onClick={() => onFilter({ ...term, isNegated: true })}
          >
            <ExcludeIcon size={14} stroke={1.5} />
          </button>
        )}
      </span>
    </span>
  );
}

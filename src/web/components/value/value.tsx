import type { MouseEvent, ReactNode } from "react";
import { ExcludeIcon, IncludeIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import { CopyButton } from "./copy-button";
import styles from "./value.module.css";

type Props = {
  /** What is copied and filtered by. */
  text: string;
  /** What is shown, where that is more than the text. */
  children?: ReactNode;
  /** Addresses, MACs, queries, raw lines. */
  isMono?: boolean;
  /** Adds the value to the filters, or excludes it: by click and shift-click, and by the buttons. */
  onFilter?: (isExcluded: boolean) => void;
  /** -1 inside of a grid. */
  tabIndex?: number;
};

/**
 * A value that can be copied and, where the page can, filtered by. A click that ends a selection of text does nothing.
 */
export function Value({ text, children = text, isMono = false, onFilter, tabIndex }: Props) {
  const filter = (event: MouseEvent) => {
    if (getSelection()?.isCollapsed !== false) onFilter?.(event.shiftKey);
  };
  const className = `${styles.text} ${isMono ? "mono" : ""}`;
  return (
    <span className={styles.value}>
      {onFilter === undefined ? (
        <span className={className} title={text}>
          {children}
        </span>
      ) : (
        <button
          type="button"
          className={`${className} ${styles.button}`}
          title={text}
          onClick={filter}
          tabIndex={tabIndex}
        >
          {children}
        </button>
      )}
      <span className={styles.actions}>
        {onFilter !== undefined && (
          <>
            <IconButton
              icon={IncludeIcon}
              label={`Only ${text}`}
              onClick={() => onFilter(false)}
              tabIndex={tabIndex}
            />
            <IconButton
              icon={ExcludeIcon}
              label={`Without ${text}`}
              onClick={() => onFilter(true)}
              tabIndex={tabIndex}
            />
          </>
        )}
        <CopyButton text={text} label={`Copy ${text}`} tabIndex={tabIndex} />
      </span>
    </span>
  );
}

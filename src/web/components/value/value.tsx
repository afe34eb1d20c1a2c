import type { MouseEvent, ReactNode } from "react";
import { ExcludeIcon, IncludeIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import { spellHidden } from "../../format/hidden-characters";
import { CopyButton } from "./copy-button";
import styles from "./value.module.css";
import { visible } from "./visible-text";

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
  const content = visible(children);
  const spelt = spellHidden(text);
  const className = `${styles.text} ${isMono ? "mono" : ""}`;
  return (
    <span className={styles.value}>
      {onFilter === undefined ? (
        <span className={className} title={spelt}>
          {content}
        </span>
      ) : (
        <button
          type="button"
          className={`${className} ${styles.button}`}
          title={spelt}
          onClick={filter}
          tabIndex={tabIndex}
        >
          {content}
        </button>
      )}
      <span className={styles.actions}>
        {onFilter !== undefined && (
          <>
            <IconButton
              icon={IncludeIcon}
              label={`Only ${spelt}`}
              onClick={() => onFilter(false)}
              tabIndex={tabIndex}
            />
            <IconButton
              icon={ExcludeIcon}
              label={`Without ${spelt}`}
              onClick={() => onFilter(true)}
              tabIndex={tabIndex}
            />
          </>
        )}
        <CopyButton text={text} label={`Copy ${spelt}`} tabIndex={tabIndex} />
      </span>
    </span>
  );
}

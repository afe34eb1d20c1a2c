import { UnstyledButton } from "@mantine/core";
import { useId, useState, type ReactNode } from "react";
import { MoreIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { visible } from "../value/visible-text";
import styles from "./page-head.module.css";

type Props = {
  title: ReactNode;
  /** One line beside the title: state, count, freshness. */
  meta?: ReactNode;
  /** Right: secondary actions first, the one primary last. */
  actions?: ReactNode;
  /** On a phone they are folded away, however few they are: for such as may become more while the page is looked at. */
  isFolding?: boolean;
};

/**
 * The one h1 of a page, and what can be done on it, in one row. On a phone all but the primary action are folded away.
 */
export function PageHead({ title, meta, actions, isFolding = false }: Props) {
  const actionsId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{visible(title)}</h1>
      {meta !== undefined && <div className={styles.meta}>{meta}</div>}
      {actions !== undefined && (
        <div
          id={actionsId}
          className={styles.actions}
          data-open={isOpen || undefined}
          data-folds={isFolding || undefined}
        >
          {actions}
          <UnstyledButton
            className={styles.fold}
            aria-label={isOpen ? "Fewer actions" : "More actions"}
            aria-expanded={isOpen}
            aria-controls={actionsId}
            onClick={() => setIsOpen(!isOpen)}
          >
            <MoreIcon {...ICON} />
          </UnstyledButton>
        </div>
      )}
    </div>
  );
}

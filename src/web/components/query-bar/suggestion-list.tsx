import { useEffect, useRef } from "react";
import { formatNumber } from "../../format/number";
import type { Suggestion } from "./completion";
import styles from "./query-bar.module.css";

type Props = {
  id: string;
  suggestions: readonly Suggestion[];
  active: number;
  onTake: (suggestion: Suggestion) => void;
};

export function SuggestionList({ id, suggestions, active, onTake }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Completions" tabIndex={-1} className={styles.list}>
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          // Before the field loses the focus, which would close the list.
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(suggestion);
          }}
        >
          <span className={`mono ${styles.optionLabel}`}>{suggestion.label ?? suggestion.insert}</span>
          {suggestion.hint !== undefined && <span className={styles.hint}>{suggestion.hint}</span>}
          {suggestion.count !== undefined && (
            <span className={styles.count}>{formatNumber(suggestion.count)}</span>
          )}
        </div>
      ))}
    </div>
  );
}

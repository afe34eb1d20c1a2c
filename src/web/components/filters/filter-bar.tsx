import { Button, TextInput } from "@mantine/core";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { formatCount, formatNumber } from "../../format/number";
import { FilterIcon, SearchIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { FacetChip } from "./facet-chip";
import type { FacetValue } from "./facets";
import styles from "./filter-bar.module.css";

/** After the last key, before the list changes. */
const TYPING_MS = 150;

export type Facet = {
  id: string;
  label: string;
  /** Read when its list is opened. */
  values: () => readonly FacetValue[];
  chosen: readonly string[];
};

export type FilterProps = {
  /** What is filtered: one and many of them, `["device", "devices"]`. A constant of the module. */
  what: readonly [one: string, many: string];
  text: string;
  /** While typing: replaces the URL, pushes nothing. */
  onText: (text: string) => void;
  facets: readonly Facet[];
  onChoose: (facet: string, chosen: readonly string[]) => void;
  onClearAll: () => void;
  shown: number;
  total: number;
  /** Right: column picker and the like. */
  children?: ReactNode;
};

/**
 * Free text first, then a chip for each field; applied at once. On a phone the chips are folded away behind their
 * number.
 */
export function FilterBar({
  what,
  text,
  onText,
  facets,
  onChoose,
  onClearAll,
  shown,
  total,
  children,
}: FilterProps) {
  const chipsId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const chosen = facets.filter((facet) => facet.chosen.length > 0).length;
  const active = chosen + (text === "" ? 0 : 1);
  return (
    <search className={styles.bar} aria-label={`Filter ${what[1]}`}>
      <FilterText what={what[1]} text={text} onText={onText} />
      {facets.length > 0 && (
        <Button
          size="xs"
          variant="default"
          className={styles.fold}
          leftSection={<FilterIcon {...ICON} />}
          aria-expanded={isOpen}
          aria-controls={chipsId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {chosen === 0 ? "Filters" : `Filters: ${chosen}`}
        </Button>
      )}
      <div id={chipsId} className={styles.chips} data-open={isOpen || undefined}>
        {facets.map((facet) => (
          <FacetChip key={facet.id} facet={facet} onChoose={(values) => onChoose(facet.id, values)} />
        ))}
        {active > 1 && (
          <Button size="xs" variant="subtle" onClick={onClearAll}>
            Clear all
          </Button>
        )}
      </div>
      <span className={styles.end}>
        <span role="status">
          {shown === total ? "" : `${formatNumber(shown)} of `}
          {formatCount(total, what)}
        </span>
        {children}
      </span>
    </search>
  );
}

function FilterText({ what, text, onText }: Pick<FilterProps, "text" | "onText"> & { what: string }) {
  const [typed, setTyped] = useState(text);
  const told = useRef(text);
  useEffect(() => {
    // Changed from elsewhere: by "Clear all", or by Back.
    if (text !== told.current) setTyped(text);
    told.current = text;
  }, [text]);
  useEffect(() => {
    if (typed === told.current) return;
    const timer = setTimeout(() => {
      told.current = typed;
      onText(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, onText]);
  return (
    <TextInput
      size="xs"
      w={200}
      aria-label={`Filter ${what} by text`}
      placeholder="Filter"
      leftSection={<SearchIcon {...ICON} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={goToRows}
      data-shortcut="filter"
    />
  );
}

/** Arrow down leads from the text to what it has left of the list. */
function goToRows(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "ArrowDown" || event.ctrlKey || event.metaKey || event.altKey) return;
  const beside = event.currentTarget.closest("search")?.parentElement;
  const rows = beside?.querySelector<HTMLElement>('[role="grid"], [role="treegrid"]');
  if (!rows) return;
  event.preventDefault();
  rows.focus();
}

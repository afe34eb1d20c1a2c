import { Button } from "@mantine/core";
import { lazy, Suspense, useState, type KeyboardEvent } from "react";
import { AddIcon, CloseIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import type { Facet } from "./filter-bar";
import styles from "./filter-bar.module.css";

const loadChoices = () => import("./facet-choices").then(({ FacetChoices }) => ({ default: FacetChoices }));
const FacetChoices = lazy(loadChoices);

/** Asked for as soon as a pointer or the focus comes near; where it cannot be had, opening says so. */
function loadSoon(): void {
  loadChoices().catch(() => undefined);
}

type Props = { facet: Facet; onChoose: (chosen: readonly string[]) => void };

/** One field: "+ Site" while nothing is chosen, then "Site: Berlin" with a button that takes it back. */
export function FacetChip({ facet, onChoose }: Props) {
  const [target, setTarget] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { label, chosen } = facet;
  const toggle = (value: string) =>
    onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  const close = () => {
    setIsOpen(false);
    target?.focus();
  };
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <span className={styles.chip}>
      <Button
        ref={setTarget}
        size="xs"
        px={8}
        variant={chosen.length === 0 ? "subtle" : "light"}
        leftSection={chosen.length === 0 ? <AddIcon size={14} /> : undefined}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onPointerEnter={loadSoon}
        onFocus={loadSoon}
        onKeyDown={openByKey}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      >
        {chosen.length === 0 ? label : `${label}: ${namesOf(facet)}`}
      </Button>
      <Suspense>
        {isOpen && target !== null && (
          <FacetChoices target={target} facet={facet} onToggle={toggle} onClose={close} />
        )}
      </Suspense>
      {chosen.length > 0 && (
        <IconButton icon={CloseIcon} label={`Remove the filter ${label}`} onClick={() => onChoose([])} />
      )}
    </span>
  );
}

function namesOf({ chosen, values }: Facet): string {
  if (chosen.length > 2) return `${chosen.length} chosen`;
  const names = new Map(values().map(({ value, label }) => [value, label]));
  return chosen.map((value) => names.get(value) ?? value).join(", ");
}

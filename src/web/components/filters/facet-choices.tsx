import { Combobox, useCombobox } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { formatNumber } from "../../format/number";
import { DoneIcon } from "../../theme/icons";
import { Anchored } from "../drop-down/anchored";
import type { Facet } from "./filter-bar";
import styles from "./filter-bar.module.css";

type Props = { target: HTMLElement; facet: Facet; onToggle: (value: string) => void; onClose: () => void };

/** The values of one field, below its chip. */
export function FacetChoices({ target, facet, onToggle, onClose }: Props) {
  const combobox = useCombobox({ opened: true, onOpenedChange: (isOpen) => !isOpen && onClose() });
  const focusSearch = useEffectEvent(() => combobox.focusSearchInput());
  useEffect(() => focusSearch(), []);
  return (
    <Combobox store={combobox} width={280} position="bottom-start" onOptionSubmit={onToggle}>
      <Combobox.DropdownTarget>
        <Anchored element={target} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Choices facet={facet} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Choices({ facet }: { facet: Facet }) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const values = facet.values().filter(({ label }) => label.toLowerCase().includes(wanted));
  return (
    <>
      <Combobox.Search
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder={`Find ${facet.label.toLowerCase()}`}
        aria-label={`Find ${facet.label.toLowerCase()}`}
      />
      <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label={facet.label}>
        {values.map(({ value, label, count }) => (
          <Combobox.Option
            key={value}
            value={value}
            active={facet.chosen.includes(value)}
            aria-selected={facet.chosen.includes(value)}
          >
            <span className={styles.choice}>
              <span className={styles.tick}>{facet.chosen.includes(value) && <DoneIcon size={14} />}</span>
              <span className={styles.choiceLabel}>{label}</span>
              <span className={styles.choiceCount}>{formatNumber(count)}</span>
            </span>
          </Combobox.Option>
        ))}
        {values.length === 0 && <Combobox.Empty>Nothing matches</Combobox.Empty>}
      </Combobox.Options>
    </>
  );
}

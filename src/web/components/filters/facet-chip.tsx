import { Button, Combobox, useCombobox } from "@mantine/core";
import { useState } from "react";
import { formatNumber } from "../../format/number";
import { AddIcon, CloseIcon, DoneIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import type { Facet } from "./filter-bar";
import styles from "./filter-bar.module.css";

type Props = { facet: Facet; onChoose: (chosen: readonly string[]) => void };

/** One field: "+ Site" while nothing is chosen, then "Site: Berlin" with a button that takes it back. */
export function FacetChip({ facet, onChoose }: Props) {
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => combobox.focusTarget(),
  });
  const { label, chosen } = facet;
  const toggle = (value: string) =>
    onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <span className={styles.chip}>
      <Combobox store={combobox} width={280} position="bottom-start" onOptionSubmit={toggle}>
        <Combobox.Target targetType="button">
          <Button
            size="xs"
            px={8}
            variant={chosen.length === 0 ? "subtle" : "light"}
            leftSection={chosen.length === 0 ? <AddIcon size={14} /> : undefined}
            onClick={() => combobox.toggleDropdown()}
          >
            {chosen.length === 0 ? label : `${label}: ${namesOf(facet)}`}
          </Button>
        </Combobox.Target>
        <Combobox.Dropdown>{combobox.dropdownOpened && <Choices facet={facet} />}</Combobox.Dropdown>
      </Combobox>
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

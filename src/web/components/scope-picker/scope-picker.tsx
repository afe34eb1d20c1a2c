import { Checkbox, Combobox, TextInput, useCombobox } from "@mantine/core";
import { useId } from "react";
import { CloseIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import styles from "./scope-picker.module.css";

export type Thing = {
  kind: "device" | "group" | "site" | "service_check" | "monitor" | "tag";
  id: number | null;
  name: string;
};

/** Of service checks, which have kinds of their own. */
type Named = { kind: Thing["kind"] | "type" | "network"; id: number | null; name: string };

const WORDS: Readonly<Record<Named["kind"], string>> = {
  device: "device",
  group: "group",
  site: "site",
  service_check: "check",
  monitor: "monitor",
  tag: "tag",
  type: "type",
  network: "network",
};

type Props<Choice extends Named> = {
  /** Absent: it never is. */
  everything?: boolean;
  onEverything?: (everything: boolean) => void;
  /** What can be named. */
  hint?: string;
  things: readonly Choice[];
  onThings: (things: readonly Choice[]) => void;
  /** What is typed to find more, and what was found by it. */
  text: string;
  onText: (text: string) => void;
  choices: readonly Choice[];
  error?: string | undefined;
};

const keyOf = ({ kind, id, name }: Named) => `${kind} ${id ?? name}`;

/** What something applies to: everything, or things of every kind, found by a part of their name. */
export function ScopePicker<Choice extends Named>({
  everything = false,
  onEverything,
  hint = "Devices, groups and sites with all that is in them; tags, checks, monitors",
  things,
  onThings,
  text,
  onText,
  choices,
  error,
}: Props<Choice>) {
  const labelId = useId();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const chosen = new Set(things.map(keyOf));
  const offered = choices.filter((choice) => !chosen.has(keyOf(choice)));
  const choose = (key: string) => {
    const thing = offered.find((choice) => keyOf(choice) === key);
    if (thing !== undefined) onThings([...things, thing]);
    onText("");
  };
  return (
    <div role="group" aria-labelledby={labelId} className={styles.scope}>
      <span id={labelId} className={styles.label}>
        Covers
      </span>
      {onEverything !== undefined && (
        <Checkbox
          label="Everything that is monitored"
          checked={everything}
          onChange={(event) => onEverything(event.currentTarget.checked)}
        />
      )}
      {!everything && (
        <>
          <Combobox store={combobox} onOptionSubmit={choose}>
            <Combobox.Target>
              <TextInput
                label="Add by name"
                description={hint}
                autoComplete="off"
                value={text}
                error={error}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  onText(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.selectFirstOption();
                }}
              />
            </Combobox.Target>
            <Combobox.Dropdown>
              <Combobox.Options mah={264} style={{ overflowY: "auto" }} aria-label="Found">
                {offered.map((choice) => (
                  <Combobox.Option key={keyOf(choice)} value={keyOf(choice)}>
                    <span className={styles.choice}>
                      <span className={styles.name}>{choice.name}</span>
                      <span className={styles.kind}>{WORDS[choice.kind]}</span>
                    </span>
                  </Combobox.Option>
                ))}
                {offered.length === 0 && <Combobox.Empty>Nothing matches</Combobox.Empty>}
              </Combobox.Options>
            </Combobox.Dropdown>
          </Combobox>
          {things.length > 0 && (
            <ul className={styles.things} aria-label="Covered">
              {things.map((thing) => (
                <li key={keyOf(thing)} className={styles.thing}>
                  <span className={styles.kind}>{WORDS[thing.kind]}</span>
                  <span className={styles.name}>{thing.name}</span>
                  <IconButton
                    icon={CloseIcon}
                    label={`Leave out ${thing.name}`}
                    onClick={() => onThings(things.filter((other) => keyOf(other) !== keyOf(thing)))}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

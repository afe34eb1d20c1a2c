import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { visible } from "../value/visible-text";
import styles from "./scope-picker.module.css";

export type Thing = {
  kind: "device" | "group" | "site" | "service_check" | "monitor" | "tag";
  id: number | null;
  name: string;
};

/** Of service checks and alerts, which have kinds of their own. */
export type Named = { kind: Thing["kind"] | "type" | "network" | "rule"; id: number | null; name: string };

export const THING_WORDS: Readonly<Record<Named["kind"], string>> = {
  device: "device",
  group: "group",
  site: "site",
  service_check: "check",
  monitor: "monitor",
  tag: "tag",
  type: "type",
  network: "network",
  rule: "rule",
};

export const thingKey = ({ kind, id, name }: Named) => `${kind} ${id ?? name}`;

type Props<Choice extends Named> = {
  label: string;
  description: string;
  /** What is typed to find something, and what was found by it. */
  text: string;
  onText: (text: string) => void;
  choices: readonly Choice[];
  onChoose: (thing: Choice) => void;
  keyOf?: (thing: Choice) => string;
  error?: string | undefined;
};

/** Adds a thing that is found by a part of its name. */
export function ThingPicker<Choice extends Named>({
  label,
  description,
  text,
  onText,
  choices,
  onChoose,
  keyOf = thingKey,
  error,
}: Props<Choice>) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [first] = choices;
  const firstKey = first === undefined ? "" : keyOf(first);
  const selectFirst = useEffectEvent(() => void combobox.selectFirstOption());
  // What is found comes later than what was typed. Not at every answer: what the arrows selected stays so.
  useEffect(() => {
    if (text !== "" && firstKey !== "") selectFirst();
  }, [text, firstKey, combobox.dropdownOpened]);
  const choose = (key: string) => {
    const thing = choices.find((choice) => keyOf(choice) === key);
    if (thing !== undefined) onChoose(thing);
    onText("");
    // It lies over what is below; the next key opens it again.
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          description={description}
          autoComplete="off"
          value={text}
          error={error}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            onText(event.currentTarget.value);
            combobox.openDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {choices.length === 0 ? (
          // Not in the list: a list of options has to have one.
          <Combobox.Empty>Nothing matches</Combobox.Empty>
        ) : (
          <Combobox.Options mah={264} style={{ overflowY: "auto" }} aria-label="Found">
            {choices.map((choice) => (
              <Combobox.Option key={keyOf(choice)} value={keyOf(choice)}>
                <span className={styles.choice}>
                  <span className={styles.name}>{visible(choice.name)}</span>
                  <span className={styles.kind}>{THING_WORDS[choice.kind]}</span>
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

import { Checkbox } from "@mantine/core";
import { useId } from "react";
import { CloseIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import styles from "./scope-picker.module.css";
import { THING_WORDS, thingKey, ThingPicker, type Thing } from "./thing-picker";

export type { Thing } from "./thing-picker";

type Props = {
  everything: boolean;
  onEverything: (everything: boolean) => void;
  things: readonly Thing[];
  onThings: (things: readonly Thing[]) => void;
  /** What is typed to find more, and what was found by it. */
  text: string;
  onText: (text: string) => void;
  choices: readonly Thing[];
  error?: string | undefined;
};

/** What something applies to: everything, or things of every kind, found by a part of their name. */
export function ScopePicker({
  everything,
  onEverything,
  things,
  onThings,
  text,
  onText,
  choices,
  error,
}: Props) {
  const labelId = useId();
  const chosen = new Set(things.map(thingKey));
  return (
    <div role="group" aria-labelledby={labelId} className={styles.scope}>
      <span id={labelId} className={styles.label}>
        Covers
      </span>
      <Checkbox
        label="Everything that is monitored"
        checked={everything}
        onChange={(event) => onEverything(event.currentTarget.checked)}
      />
      {!everything && (
        <>
          <ThingPicker
            label="Add by name"
            description="Devices, groups and sites with all that is in them; tags, checks, monitors"
            text={text}
            onText={onText}
            choices={choices.filter((choice) => !chosen.has(thingKey(choice)))}
            onChoose={(thing) => onThings([...things, thing])}
            error={error}
          />
          {things.length > 0 && (
            <ul className={styles.things} aria-label="Covered">
              {things.map((thing) => (
                <li key={thingKey(thing)} className={styles.thing}>
                  <span className={styles.kind}>{THING_WORDS[thing.kind]}</span>
                  <span className={styles.name}>{thing.name}</span>
                  <IconButton
                    icon={CloseIcon}
                    label={`Leave out ${thing.name}`}
                    onClick={() => onThings(things.filter((other) => thingKey(other) !== thingKey(thing)))}
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

import { Checkbox } from "@mantine/core";
import { useId } from "react";
import { CloseIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import styles from "./scope-picker.module.css";
import { THING_WORDS, thingKey, ThingPicker, type Named } from "./thing-picker";

export type { Thing } from "./thing-picker";

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
  const chosen = new Set(things.map(thingKey));
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
          <ThingPicker
            label="Add by name"
            description={hint}
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

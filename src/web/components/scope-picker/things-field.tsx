import { useRef } from "react";
import { CloseIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import { visible } from "../value/visible-text";
import styles from "./scope-picker.module.css";
import { THING_WORDS, thingKey, ThingPicker, type Named } from "./thing-picker";

type Props<Choice extends Named> = {
  /** What the chosen ones are called together. */
  label: string;
  /** Absent: "Add by name". */
  inputLabel?: string;
  /** What can be named. */
  hint: string;
  things: readonly Choice[];
  onThings: (things: readonly Choice[]) => void;
  /** What is typed to find more, and what was found by it. */
  text: string;
  onText: (text: string) => void;
  choices: readonly Choice[];
  keyOf?: (thing: Choice) => string;
  /** All are of one kind, which the form says. */
  isOfOneKind?: boolean;
  error?: string | undefined;
};

/** Things that are found by a part of their name, and those that were chosen, each of which can be left out. */
export function ThingsField<Choice extends Named>({
  label,
  inputLabel = "Add by name",
  hint,
  things,
  onThings,
  text,
  onText,
  choices,
  keyOf = thingKey,
  isOfOneKind = false,
  error,
}: Props<Choice>) {
  const place = useRef<HTMLDivElement>(null);
  const chosen = new Set(things.map(keyOf));
  const leaveOut = (index: number) => {
    onThings(things.toSpliced(index, 1));
    // The button that had the focus goes.
    requestAnimationFrame(() => {
      const buttons = [...(place.current?.querySelectorAll<HTMLElement>("li button") ?? [])];
      const next = buttons[index] ?? buttons.at(-1) ?? place.current?.querySelector<HTMLElement>("input");
      next?.focus();
    });
  };
  return (
    <div ref={place} className={styles.field}>
      <ThingPicker
        label={inputLabel}
        description={hint}
        text={text}
        onText={onText}
        choices={choices.filter((choice) => !chosen.has(keyOf(choice)))}
        onChoose={(thing) => onThings([...things, thing])}
        keyOf={keyOf}
        error={error}
      />
      {things.length > 0 && (
        <ul className={styles.things} aria-label={label}>
          {things.map((thing, index) => (
            <li key={keyOf(thing)} className={styles.thing}>
              {!isOfOneKind && <span className={styles.kind}>{THING_WORDS[thing.kind]}</span>}
              <span className={styles.name}>{visible(thing.name)}</span>
              <IconButton
                icon={CloseIcon}
                label={`Leave out ${thing.name}`}
                onClick={() => leaveOut(index)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

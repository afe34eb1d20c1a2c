import { Checkbox } from "@mantine/core";
import { useId } from "react";
import styles from "./scope-picker.module.css";
import type { Named } from "./thing-picker";
import { ThingsField } from "./things-field";

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
        <ThingsField label="Covered" {...{ hint, things, onThings, text, onText, choices, error }} />
      )}
    </div>
  );
}

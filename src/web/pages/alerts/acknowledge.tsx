import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { ErrorStrip } from "../../components/states/error-state";
import styles from "./alerts.module.css";
import { useAcknowledge } from "./api";

type Props = { id: number; title: string; onDone: () => void };

/** Says that this person sees to an incident, with a note for those who look next. */
export function Acknowledge({ id, title, onDone }: Props) {
  const [note, setNote] = useState("");
  const { mutate, isPending, error } = useAcknowledge(onDone);
  return (
    <form
      className={styles.acknowledge}
      aria-label={`Acknowledge ${title}`}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ id, note: note.trim() === "" ? null : note.trim() });
      }}
    >
      <TextInput
        size="xs"
        className={styles.note}
        label="Note"
        description="For those who look next; may be left blank"
        maxLength={500}
        autoFocus
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" loading={isPending}>
        Acknowledge
      </Button>
      <Button size="xs" variant="default" onClick={onDone}>
        Cancel
      </Button>
      {error !== null && <ErrorStrip error={error} title="Cannot acknowledge it" />}
    </form>
  );
}

import { Button, Checkbox, FileInput, Group, Textarea } from "@mantine/core";
import { useState } from "react";
import { Section } from "../../components/page-head/section";
import { ErrorStrip } from "../../components/states/error-state";
import type { Kind, Sending } from "./api";
import styles from "./configuration.module.css";

type Props = {
  kinds: readonly Kind[];
  sending: Sending;
  onSending: (sending: Sending) => void;
  isBusy: boolean;
  error: Error | null;
  onPlan: () => void;
};

/** A bundle, from a file or typed, and what of it counts. */
export function BundleSection({ kinds, sending, onSending, isBusy, error, onPlan }: Props) {
  const { text, only, isPruned } = sending;
  const [isMissed, setIsMissed] = useState(false);
  const isEmpty = text.trim() === "";
  return (
    <Section title="Bundle" hint="Nothing is written before you have seen what would be.">
      {error !== null && <ErrorStrip error={error} title="The bundle cannot be planned" />}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissed(isEmpty);
          if (!isEmpty) onPlan();
        }}
      >
        <FileInput
          label="File"
          placeholder="Choose a file of YAML or JSON"
          accept=".yaml,.yml,.json"
          value={null}
          onChange={(file) => {
            if (file !== null) void file.text().then((content) => onSending({ ...sending, text: content }));
          }}
        />
        <Textarea
          label="Text"
          className={styles.text ?? ""}
          rows={12}
          spellCheck={false}
          value={text}
          error={isMissed && isEmpty && "Choose a file, or paste the text of a bundle"}
          onChange={({ currentTarget: { value } }) => onSending({ ...sending, text: value })}
        />
        <details className={styles.kinds}>
          <summary>
            {only.length === 0 ? "All kinds that the bundle has" : `Only ${only.map(wordOf).join(", ")}`}
          </summary>
          <div className={styles.kindList}>
            {kinds.map(({ name }) => (
              <Checkbox
                key={name}
                label={wordOf(name)}
                checked={only.includes(name)}
                onChange={({ currentTarget: { checked } }) =>
                  onSending({
                    ...sending,
                    only: checked ? [...only, name] : only.filter((one) => one !== name),
                  })
                }
              />
            ))}
          </div>
        </details>
        <Checkbox
          label="Remove what the bundle does not have"
          description="Of the kinds that it names. The plan says what would go."
          checked={isPruned}
          onChange={({ currentTarget: { checked } }) => onSending({ ...sending, isPruned: checked })}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={isBusy}>
            Plan
          </Button>
        </Group>
      </form>
    </Section>
  );
}

function wordOf(kind: string): string {
  return kind.replaceAll("_", " ");
}

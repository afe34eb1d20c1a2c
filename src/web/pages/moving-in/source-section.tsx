import { Button, FileInput, Group, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { Section } from "../../components/page-head/section";
import { CodeText } from "../../components/value/code-text";
import { ErrorStrip } from "../../components/states/error-state";
import type { Existing, Source } from "./api";
import styles from "./moving-in.module.css";

const EXISTING: readonly { value: Existing; label: string }[] = [
  { value: "update", label: "The files win: what they say replaces what is here" },
  { value: "fill", label: "Fill gaps: only what is empty here is filled" },
  { value: "keep", label: "Leave them as they are" },
];

export type Choice = { source: Source["name"]; files: File[]; existing: Existing };

type Props = {
  sources: readonly Source[];
  choice: Choice;
  onChoice: (choice: Choice) => void;
  isBusy: boolean;
  error: Error | null;
  onCheck: () => void;
};

/** Where the data comes from, and what becomes of things that are here already. */
export function SourceSection({ sources, choice, onChoice, isBusy, error, onCheck }: Props) {
  const [isMissed, setIsMissed] = useState(false);
  const isEmpty = choice.files.length === 0;
  const chosen = sources.find(({ name }) => name === choice.source);
  return (
    <Section title="What you bring" hint="Nothing is written before you have seen what would be.">
      {error !== null && <ErrorStrip error={error} title="The files cannot be read" />}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissed(isEmpty);
          if (!isEmpty) onCheck();
        }}
      >
        <NativeSelect
          label="Product"
          description={chosen && <CodeText text={chosen.about} />}
          data={sources.map(({ name, title }) => ({ value: name, label: title }))}
          value={choice.source}
          onChange={({ currentTarget: { value } }) => {
            const source = sources.find(({ name }) => name === value)?.name;
            if (source !== undefined) onChoice({ ...choice, source, files: [] });
          }}
        />
        <FileInput
          multiple
          label="Files"
          placeholder="Choose one file or several"
          error={isMissed && isEmpty && "Choose the files that the other product wrote"}
          accept={chosen?.endings.join(",") ?? ""}
          value={choice.files}
          onChange={(files) => onChoice({ ...choice, files })}
          clearable
          clearButtonProps={{ "aria-label": "Remove the files" }}
        />
        <NativeSelect
          label="Things that are here already"
          data={EXISTING}
          value={choice.existing}
          onChange={({ currentTarget: { value } }) =>
            onChoice({ ...choice, existing: EXISTING.find((one) => one.value === value)?.value ?? "update" })
          }
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            Check the files
          </Button>
        </Group>
      </form>
    </Section>
  );
}

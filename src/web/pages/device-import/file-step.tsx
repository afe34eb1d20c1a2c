import { Button, FileButton, Group, Textarea } from "@mantine/core";
import { useState, type DragEvent } from "react";
import { Section } from "../../components/page-head/section";
import { ImportIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { textOf } from "../../format/file-text";
import styles from "./device-import.module.css";

const EXAMPLE = "name,ip,mac,site\nsw-berlin-1,192.0.2.10,00:00:5e:00:53:01,Berlin";

type Props = { text: string; onText: (text: string) => void; fault: string | null; onNext: () => void };

/** The list of devices: a file, or what is pasted. It can be put right here as well. */
export function FileStep({ text, onText, fault, onNext }: Props) {
  const [name, setName] = useState<string | null>(null);
  const take = async (file: File | null | undefined) => {
    if (file === null || file === undefined) return;
    onText(await textOf(file));
    setName(file.name);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Section
      title="A CSV file with one device a row"
      hint="The first row names the columns. Comma, semicolon or tab; spreadsheets save it as CSV."
      actions={
        <FileButton onChange={(file) => void take(file)} accept=".csv,.tsv,.txt,text/csv">
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<ImportIcon {...ICON} />}>
              Choose a file
            </Button>
          )}
        </FileButton>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onNext();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <Textarea
          label={name === null ? "Or paste the rows here" : `Rows of ${name}`}
          placeholder={EXAMPLE}
          rows={14}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          error={fault}
          spellCheck={false}
          classNames={{ input: `mono ${styles.text}` }}
        />
        <Group justify="flex-end" mt="lg">
          <Button type="submit">Next: columns</Button>
        </Group>
      </form>
    </Section>
  );
}

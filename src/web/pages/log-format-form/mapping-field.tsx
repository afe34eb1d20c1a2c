import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { StatusMark } from "../../components/badge/status-mark";
import { useField } from "../../components/form/use-field";
import { IconButton } from "../../components/icon-button/icon-button";
import { AddIcon, CloseIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import styles from "./log-format-form.module.css";
import { emptyRow, TARGETS, type FormatValues, type MappingRow } from "./values";

type Props = { fields: UseFormReturnType<FormatValues>; kind: FormatValues["kind"] };

/** Which group or path is which field, and what is made of it on the way. */
export function MappingField({ fields, kind }: Props) {
  const [rows, setRows] = useField(fields, "fields");
  const { error } = fields.getInputProps("fields");
  return (
    <Stack gap="sm" data-path="fields" tabIndex={-1} role="group" aria-label="Fields">
      {typeof error === "string" && (
        <p role="alert">
          <StatusMark status="down" label={error} />
        </p>
      )}
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          kind={kind}
          place={index + 1}
          onChange={(next) => setRows(rows.map((one, at) => (at === index ? next : one)))}
          onRemove={() => setRows(rows.filter((_, at) => at !== index))}
        />
      ))}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<AddIcon {...ICON} />}
          onClick={() => setRows([...rows, emptyRow(rows)])}
        >
          {kind === "json" ? "Add path" : "Add field"}
        </Button>
        {kind === "pattern" && rows.length === 0 && (
          <span className={styles.hint}>
            For a value of every line, other words for actions, or the format of a time
          </span>
        )}
      </Group>
    </Stack>
  );
}

type RowProps = {
  row: MappingRow;
  kind: FormatValues["kind"];
  place: number;
  onChange: (row: MappingRow) => void;
  onRemove: () => void;
};

function Row({ row, kind, place, onChange, onRemove }: RowProps) {
  const label = TARGETS.find(({ value }) => value === row.field)?.label ?? row.field;
  const text = (name: Exclude<keyof MappingRow, "key" | "field">) => ({
    value: row[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...row, [name]: event.currentTarget.value }),
  });
  return (
    <div className={styles.pair} role="group" aria-label={`Field ${place}`}>
      <NativeSelect
        label="Field"
        data={[...TARGETS]}
        value={row.field}
        onChange={({ currentTarget: { value } }) => {
          const field = TARGETS.find((target) => target.value === value)?.value;
          if (field !== undefined) onChange({ ...row, field });
        }}
      />
      <TextInput
        label={kind === "json" ? "Path" : "Group"}
        placeholder={kind === "json" ? "$.flow.src_ip" : "verb"}
        classNames={{ input: "mono" }}
        maxLength={255}
        disabled={row.value !== ""}
        {...text("source")}
      />
      <TextInput label="Or always" maxLength={255} disabled={row.source !== ""} {...text("value")} />
      {row.field === "event_time" ? (
        <>
          <TextInput
            label="Written as"
            placeholder="DD/MMM/YYYY HH:mm:ss"
            classNames={{ input: "mono" }}
            maxLength={60}
            {...text("timeFormat")}
          />
          <TextInput label="Time zone" placeholder="the sender’s" maxLength={64} {...text("timeZone")} />
        </>
      ) : (
        <TextInput
          label="Words"
          placeholder={row.field === "action" ? "pass=allow, stop=deny" : "word=meaning"}
          {...text("words")}
        />
      )}
      <IconButton icon={CloseIcon} label={`Leave out ${label}`} onClick={onRemove} />
    </div>
  );
}

import { Button, Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useField } from "../../components/form/use-field";
import { blocksQuery } from "./api";
import { ConditionsField } from "./conditions-field";
import styles from "./log-format-form.module.css";
import { MappingField } from "./mapping-field";
import { pieceOf } from "./pieces";
import { FIELD_LABELS, type FormatValues } from "./values";

type Props = { fields: UseFormReturnType<FormatValues> };

/** All that a format says. */
export function FormatFields({ fields }: Props) {
  const [kind, setKind] = useField(fields, "kind");
  return (
    <>
      <fieldset className={styles.part}>
        <legend>The format</legend>
        <TextInput
          label={FIELD_LABELS.name}
          description="Events that it has read say own:name"
          maxLength={48}
          autoComplete="off"
          spellCheck={false}
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        <div className={styles.pair}>
          <TextInput
            label={FIELD_LABELS.vendor}
            maxLength={80}
            key={fields.key("vendor")}
            {...fields.getInputProps("vendor")}
          />
          <TextInput
            label={FIELD_LABELS.description}
            maxLength={500}
            key={fields.key("description")}
            {...fields.getInputProps("description")}
          />
        </div>
        <Checkbox
          label={FIELD_LABELS.enabled}
          key={fields.key("enabled")}
          {...fields.getInputProps("enabled", { type: "checkbox" })}
        />
      </fieldset>
      <fieldset className={styles.part}>
        <legend>What it reads</legend>
        <div className={styles.pair}>
          <NativeSelect
            label={FIELD_LABELS.kind}
            data={[
              { value: "pattern", label: "A pattern" },
              { value: "json", label: "JSON, by paths" },
            ]}
            value={kind}
            onChange={({ currentTarget: { value } }) => setKind(value === "json" ? "json" : "pattern")}
          />
          <NativeSelect
            label={FIELD_LABELS.reads}
            data={[
              { value: "message", label: "what is behind the header" },
              { value: "line", label: "all of the line" },
            ]}
            key={fields.key("reads")}
            {...fields.getInputProps("reads")}
          />
        </div>
        {kind === "pattern" && <PatternField fields={fields} />}
        <MappingField fields={fields} kind={kind} />
      </fieldset>
      <ConditionsField fields={fields} />
    </>
  );
}

/** The pattern, with its building blocks to be picked: one goes where the cursor was. */
function PatternField({ fields }: Props) {
  const [pattern, setPattern] = useField(fields, "pattern");
  const { data: blocks = [] } = useQuery(blocksQuery());
  const input = useRef<HTMLTextAreaElement>(null);
  const { error } = fields.getInputProps("pattern");
  const insert = (block: string) => {
    const { selectionStart: start = pattern.length, selectionEnd: end = pattern.length } =
      input.current ?? {};
    const piece = pieceOf(block, pattern);
    setPattern(pattern.slice(0, start) + piece + pattern.slice(end));
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(start + piece.length, start + piece.length);
    });
  };
  return (
    <div>
      <Textarea
        ref={input}
        label={FIELD_LABELS.pattern}
        description="Text as it stands, with building blocks or groups such as (?<src_ip>…) called as the field they are"
        classNames={{ input: "mono" }}
        rows={3}
        maxLength={2000}
        spellCheck={false}
        data-path="pattern"
        value={pattern}
        error={error}
        onChange={(event) => setPattern(event.currentTarget.value)}
      />
      <div className={styles.blocks} role="group" aria-label="Building blocks">
        {blocks.map(({ name, description, example }) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            data-tip={`${description}: ${example}`}
            aria-label={`Insert ${name}`}
            onClick={() => insert(name)}
          >
            {name}
          </Button>
        ))}
      </div>
    </div>
  );
}

import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import { useMay } from "../../api/me";
import type { Asking } from "./answers";
import { MAX_TARGETS, targetsOf } from "./jobs";
import { TOOL_NAMES } from "./names";
import { PortFields } from "./port-fields";
import { RECORD_TYPES, TOOLS, type RecordType, type Tool, type ToolsSearch } from "./search";
import { SnmpFields } from "./snmp-fields";
import styles from "./tools.module.css";
import { usualOf } from "./usual";

type Props = {
  search: ToolsSearch;
  allowed: readonly Tool[];
  onRun: (search: ToolsSearch, secret: Pick<Asking, "community">) => void;
};

/** Whom to ask and what; what belongs to a tool is there while it is chosen. */
export function ToolsForm({ search: given, allowed, onRun }: Props) {
  const [search, setSearch] = useState(given);
  const [community, setCommunity] = useState("");
  const [error, setError] = useState<string>();
  const { tools, records } = usualOf(search, allowed);
  const change = (part: Partial<ToolsSearch>) => setSearch((before) => ({ ...before, ...part }));
  const targets = targetsOf(search.target ?? "");
  const has = (tool: Tool) => tools.includes(tool) && targets.some(({ kind }) => kind !== "network");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = problemOf(targets.length);
    setError(problem);
    if (problem === undefined) onRun(search, { community });
  };
  return (
    <form aria-label="What to ask" noValidate onSubmit={submit} className={styles.form}>
      <div className={styles.target}>
        <TextInput
          label="Hosts, addresses or networks"
          placeholder="10.0.0.1 core-sw.example 10.20.0.0/22"
          classNames={{ input: "mono" }}
          spellCheck={false}
          autoFocus
          value={search.target ?? ""}
          error={error}
          onChange={({ currentTarget: { value } }) => change({ target: value === "" ? undefined : value })}
        />
        <Button type="submit">Run</Button>
      </div>
      <Choice
        legend="Tools"
        values={TOOLS.filter((tool) => allowed.includes(tool))}
        names={TOOL_NAMES}
        chosen={tools}
        onChange={(chosen) => change({ tools: chosen })}
      />
      {has("dns") && <DnsFields search={search} records={records} onChange={change} />}
      {(has("ports") || has("tls")) && <PortFields search={search} tools={tools} onChange={change} />}
      {has("snmp") && (
        <SnmpFields search={search} community={community} onCommunity={setCommunity} onChange={change} />
      )}
      {targets.some(({ kind }) => kind === "network") && (
        <TextInput
          size="xs"
          className={styles.short}
          label="Split into networks of length"
          placeholder="26"
          inputMode="numeric"
          value={search.split === undefined ? "" : String(search.split)}
          onChange={({ currentTarget: { value } }) =>
            change({ split: /^\d{1,3}$/.test(value) && Number(value) <= 128 ? Number(value) : undefined })
          }
        />
      )}
    </form>
  );
}

function problemOf(targets: number): string | undefined {
  if (targets === 0) return "Name a host, an address or a network";
  return targets > MAX_TARGETS ? `At most ${MAX_TARGETS} at once` : undefined;
}

export type FieldsProps = { search: ToolsSearch; onChange: (part: Partial<ToolsSearch>) => void };

function DnsFields({ search, records, onChange }: FieldsProps & { records: readonly RecordType[] }) {
  const mayChooseServer = useMay("tools_active");
  return (
    <Group gap="md" align="flex-end">
      <Choice
        legend="Records"
        values={RECORD_TYPES}
        chosen={records}
        onChange={(chosen) => onChange({ records: chosen })}
      />
      {mayChooseServer && (
        <TextInput
          size="xs"
          label="Name server"
          placeholder="the service’s own"
          classNames={{ input: "mono" }}
          value={search.server ?? ""}
          onChange={({ currentTarget: { value } }) => onChange({ server: value === "" ? undefined : value })}
        />
      )}
    </Group>
  );
}

type ChoiceProps<Name extends string> = {
  legend: ReactNode;
  values: readonly Name[];
  names?: Readonly<Record<Name, string>>;
  chosen: readonly Name[];
  onChange: (chosen: readonly Name[]) => void;
};

function Choice<Name extends string>({ legend, values, names, chosen, onChange }: ChoiceProps<Name>) {
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          size="xs"
          label={names?.[value] ?? value}
          checked={chosen.includes(value)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(values.filter((one) => (one === value ? checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}

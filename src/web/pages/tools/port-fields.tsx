import { Group, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { FieldsProps } from "./form";
import { readPort, type Tool } from "./search";
import styles from "./tools.module.css";

const PROTOCOLS = [
  { value: "tcp", label: "TCP" },
  { value: "udp", label: "UDP" },
];

/** Ports to ask, which a certificate is asked of, too, where it is one. */
export function PortFields({ search, tools, onChange }: FieldsProps & { tools: readonly Tool[] }) {
  const [text, setText] = useState((search.ports ?? []).join(", "));
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  const isWrong = words.some((word) => readPort(word) === undefined);
  const change = (value: string) => {
    setText(value);
    const ports = value.split(/[\s,]+/).flatMap((word) => readPort(word) ?? []);
    onChange({ ports: ports.length === 0 ? undefined : [...new Set(ports)] });
  };
  return (
    <Group gap="md" align="flex-start">
      <TextInput
        size="xs"
        className={styles.short}
        label="Ports"
        placeholder={tools.includes("ports") ? "22, 80, 443" : "443"}
        classNames={{ input: "mono" }}
        value={text}
        error={isWrong ? "Numbers from 1 to 65535" : undefined}
        onChange={({ currentTarget: { value } }) => change(value)}
      />
      {tools.includes("ports") && (
        <NativeSelect
          size="xs"
          label="Protocol"
          data={PROTOCOLS}
          value={search.protocol ?? "tcp"}
          onChange={({ currentTarget: { value } }) =>
            onChange({ protocol: value === "udp" ? "udp" : undefined })
          }
        />
      )}
    </Group>
  );
}

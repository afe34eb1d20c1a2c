import { TextInput, type TextInputProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Device } from "../../../api/inventory";
import { portsQuery } from "../../../api/ports";
import { interfaceChoices } from "./interface-choices";

type Props = TextInputProps & { device: Device | undefined };

/**
 * The interface at one end of a link: those that are recorded of the device and those that it has shown by SNMP, or any
 * other.
 */
export function InterfaceInput({ device, ...input }: Props) {
  const list = useId();
  const { data: ports = [] } = useQuery({ ...portsQuery(device?.id ?? 0), enabled: device !== undefined });
  const choices = interfaceChoices(device?.interfaces ?? [], ports);
  return (
    <div>
      <TextInput
        {...input}
        description={
          choices.length === 0 ? "None is recorded: type its name" : "One that is recorded, or any other"
        }
        list={list}
        maxLength={120}
        autoComplete="off"
        classNames={{ input: "mono" }}
      />
      <datalist id={list}>
        {choices.map(({ name, description }) => (
          <option key={name} value={name}>
            {description}
          </option>
        ))}
      </datalist>
    </div>
  );
}

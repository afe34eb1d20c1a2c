import { Group, NativeSelect, PasswordInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { snmpProfilesQuery } from "../../api/inventory";
import type { FieldsProps } from "./form";
import styles from "./tools.module.css";

type Props = FieldsProps & { community: string; onCommunity: (community: string) => void };

/** By which profile agents are asked, or by which community, which stands in no address. */
export function SnmpFields({ search, community, onCommunity, onChange }: Props) {
  const { data: profiles = [] } = useQuery(snmpProfilesQuery());
  const choices = [
    { value: "", label: "No profile: a community" },
    ...profiles.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Group gap="md" align="flex-start">
      <NativeSelect
        size="xs"
        label="SNMP profile"
        data={choices}
        value={search.profile === undefined ? "" : String(search.profile)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ profile: value === "" ? undefined : Number(value) })
        }
      />
      {search.profile === undefined && (
        <PasswordInput
          size="xs"
          className={styles.short}
          label="Community"
          autoComplete="off"
          value={community}
          onChange={({ currentTarget: { value } }) => onCommunity(value)}
        />
      )}
    </Group>
  );
}

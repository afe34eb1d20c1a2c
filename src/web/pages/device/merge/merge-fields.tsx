import { Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { sitesQuery } from "../../../api/inventory";
import { formatWord, placeName } from "../../../format/device";
import type { Merge } from "../api";
import styles from "./merge.module.css";

type Field = Merge["fields"][number];
export type Side = "this" | "other";

const LABELS: Readonly<Record<string, string>> = {
  display_name: "Name",
  hostname: "Host name",
  ip_address: "Address",
  mac_address: "MAC",
  os: "Operating system",
  device_type: "Type",
  vlan_id: "VLAN",
  topology_group: "Group",
  site_id: "Site",
  snmp_profile_id: "SNMP profile",
  custom_attributes: "own fields",
  additional_addresses: "further addresses",
};

/** Their values are words of the API. */
const STATE_FIELDS: ReadonlySet<string> = new Set(["status", "expected_status", "lifecycle"]);

type Props = {
  fields: readonly Field[];
  names: Readonly<Record<Side, string>>;
  /** What a person has chosen; the service has yet to say what that comes to. */
  chosen: ReadonlyMap<string, Side>;
  onChoose: (field: string, side: Side) => void;
};

/** The fields in which the two differ, with the value of each; and the lists that are united. */
export function MergeFields({ fields, names, chosen, onChoose }: Props) {
  const textOf = useTexts();
  const differing = fields.filter((field) => field.is_different && field.kept !== "both");
  const united = fields.filter((field) => field.is_different && field.kept === "both");
  return (
    <>
      {differing.length === 0 && <p className={styles.dimmed}>No field of the two differs.</p>}
      {differing.map((field) => (
        <Radio.Group
          key={field.field}
          label={LABELS[field.field] ?? formatWord(field.field)}
          value={chosen.get(field.field) ?? field.kept}
          onChange={(side) => onChoose(field.field, side === "other" ? "other" : "this")}
          className={styles.field}
        >
          <div className={styles.sides}>
            {(["this", "other"] as const).map((side) => (
              <Radio
                key={side}
                value={side}
                label={textOf(field.field, field[side])}
                description={`of ${names[side]}`}
              />
            ))}
          </div>
        </Radio.Group>
      ))}
      {united.length > 0 && (
        <p className={styles.dimmed}>
          United: {united.map(({ field }) => (LABELS[field] ?? formatWord(field)).toLowerCase()).join(", ")}.
        </p>
      )}
    </>
  );
}

function useTexts(): (field: string, value: unknown) => string {
  const { data: sites = [] } = useQuery(sitesQuery());
  return (field, value) => {
    if (value === null || value === undefined || value === "") return "–";
    if (typeof value === "boolean") return value ? "yes" : "no";
    const site = field === "site_id" ? sites.find(({ id }) => id === value) : undefined;
    if (site !== undefined) return placeName(site);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (STATE_FIELDS.has(field)) return formatWord(text);
    return field === "snmp_profile_id" ? `profile ${text}` : text;
  };
}

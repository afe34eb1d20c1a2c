import type { Model } from "../../api/client";
import { formatWord } from "../../format/device";
import type { Row } from "./rows";

export type BulkChanges = Omit<Model<"DeviceBulkUpdateRequest">, "device_ids">;

/** What is to become of a field: left as it is, set to a value, or emptied. */
export type Choice = { mode: "leave" } | { mode: "clear" } | { mode: "set"; value: string };
export type Choices = Readonly<Record<string, Choice | undefined>>;

export type Option = { value: string; label: string };
export type Place = { id: number; name: string };

type Common = {
  id: string;
  label: string;
  oldOf: (row: Row) => string;
  changes: (value: string | null) => BulkChanges;
};

export type BulkField = Common & {
  /** Some fields always have a value. */
  canClear: boolean;
  /** Values to choose from; absent: any text. */
  options?: readonly Option[];
  hint?: string;
  /** What a device has afterwards, where that is not simply the value. */
  newOf?: (row: Row, value: string) => string;
};

const STATUSES = ["online", "offline", "warning", "unknown", "disabled"] as const;
const LIFECYCLES = ["planned", "active", "retired", "ignored"] as const;
const EXPECTED = ["online", "offline"] as const;

const wordOptions = (words: readonly string[]): Option[] =>
  words.map((word) => ({ value: word, label: formatWord(word) }));
const oneOf = <Word extends string>(words: readonly Word[], value: string | null): Word | undefined =>
  words.find((word) => word === value);

/** Tags as a person types them. */
export function splitTags(text: string): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

const joined = (tags: readonly string[]) => tags.join(", ");

function snmpProfile(profiles: readonly Place[]): BulkField {
  return {
    id: "snmp_profile_id",
    label: "SNMP profile",
    canClear: true,
    options: profiles.map(({ id, name }) => ({ value: String(id), label: name })),
    oldOf: ({ snmp_profile_id: id }) =>
      id === null ? "" : (profiles.find((profile) => profile.id === id)?.name ?? `Profile ${id}`),
    changes: (value) => ({ snmp_profile_id: value === null ? null : Number(value) }),
  };
}

/** Every field that many devices may be given at once. */
export function bulkFields(options: {
  sites: readonly Place[];
  groups: readonly Place[];
  types: readonly Option[];
  /** Absent: the person may not see which there are. */
  snmpProfiles?: readonly Place[] | undefined;
}): BulkField[] {
  const placeOptions = (places: readonly Place[]) =>
    places.map(({ id, name }) => ({ value: String(id), label: name }));
  const text = (id: "vendor" | "os" | "vlan_id" | "subnet", label: string): BulkField => ({
    id,
    label,
    canClear: true,
    oldOf: (row) => row[id] ?? "",
    changes: (value) => ({ [id]: value }),
  });
  return [
    {
      id: "site_id",
      label: "Site",
      canClear: true,
      options: placeOptions(options.sites),
      oldOf: ({ site }) => site ?? "",
      changes: (value) => ({ site_id: value === null ? null : Number(value) }),
    },
    {
      id: "topology_group_id",
      label: "Group",
      canClear: true,
      options: placeOptions(options.groups),
      oldOf: ({ topology_group: group }) => group,
      changes: (value) => ({ topology_group_id: value === null ? null : Number(value) }),
    },
    {
      id: "device_type",
      label: "Type",
      canClear: true,
      options: options.types,
      oldOf: ({ type }) => type ?? "",
      changes: (value) => ({ device_type: value }),
    },
    {
      id: "status",
      label: "Status",
      canClear: false,
      options: wordOptions(STATUSES),
      oldOf: ({ status }) => formatWord(status),
      changes: (value) => ({ status: oneOf(STATUSES, value) }),
    },
    {
      id: "lifecycle",
      label: "Lifecycle",
      canClear: false,
      options: wordOptions(LIFECYCLES),
      oldOf: ({ lifecycle }) => formatWord(lifecycle),
      changes: (value) => ({ lifecycle: oneOf(LIFECYCLES, value) }),
    },
    {
      id: "expected_status",
      label: "Expected status",
      canClear: false,
      options: wordOptions(EXPECTED),
      oldOf: ({ expected_status: expected }) => formatWord(expected),
      changes: (value) => ({ expected_status: oneOf(EXPECTED, value) }),
    },
    {
      id: "monitoring_paused",
      label: "Monitoring",
      canClear: false,
      options: [
        { value: "false", label: "On" },
        { value: "true", label: "Paused" },
      ],
      oldOf: ({ monitoring_paused: isPaused }) => (isPaused ? "Paused" : "On"),
      changes: (value) => ({ monitoring_paused: value === "true" }),
    },
    text("vendor", "Vendor"),
    text("os", "Operating system"),
    text("vlan_id", "VLAN"),
    text("subnet", "Subnet"),
    ...(options.snmpProfiles === undefined ? [] : [snmpProfile(options.snmpProfiles)]),
    {
      id: "add_tags",
      label: "Add tags",
      canClear: false,
      hint: "Separated by commas",
      oldOf: ({ tags }) => joined(tags),
      newOf: ({ tags }, value) => joined([...new Set([...tags, ...splitTags(value)])]),
      changes: (value) => ({ add_tags: splitTags(value ?? "") }),
    },
    {
      id: "remove_tags",
      label: "Remove tags",
      canClear: false,
      hint: "Separated by commas",
      oldOf: ({ tags }) => joined(tags),
      newOf: ({ tags }, value) => joined(tags.filter((tag) => !splitTags(value).includes(tag))),
      changes: (value) => ({ remove_tags: splitTags(value ?? "") }),
    },
  ];
}

/**
 * What is sent for the choices; undefined where nothing was chosen, which the service would take for "clear the group".
 */
export function toBulkChanges(fields: readonly BulkField[], choices: Choices): BulkChanges | undefined {
  const parts = activeFields(fields, choices).map(({ field, value }) => field.changes(value));
  return parts.length === 0 ? undefined : Object.assign({}, ...parts);
}

export type Change = { label: string; from: string; to: string };

/** What the choices change of a device, field by field. */
export function changesOf(row: Row, fields: readonly BulkField[], choices: Choices): Change[] {
  return activeFields(fields, choices).flatMap(({ field, value }) => {
    const from = field.oldOf(row);
    const to = newValue(row, field, value);
    return from === to ? [] : [{ label: field.label, from, to }];
  });
}

function newValue(row: Row, field: BulkField, value: string | null): string {
  if (value === null) return "";
  if (field.newOf !== undefined) return field.newOf(row, value);
  return field.options?.find((option) => option.value === value)?.label ?? value;
}

type ActiveField = { field: BulkField; value: string | null };

function activeFields(fields: readonly BulkField[], choices: Choices): ActiveField[] {
  return fields.flatMap((field): ActiveField[] => {
    const choice = choices[field.id];
    if (choice === undefined || choice.mode === "leave") return [];
    if (choice.mode === "clear") return [{ field, value: null }];
    const value = choice.value.trim();
    return value === "" ? [] : [{ field, value }];
  });
}

/** Fields that are to be set, but to nothing: a person who forgot the value. */
export function missingValues(fields: readonly BulkField[], choices: Choices): readonly string[] {
  return fields.flatMap(({ id }) => {
    const choice = choices[id];
    return choice?.mode === "set" && choice.value.trim() === "" ? [id] : [];
  });
}

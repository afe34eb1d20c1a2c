import type { Link } from "../api";

/** The form's fields as texts. */
export type LinkValues = {
  relationship_type: string;
  source_interface: string;
  target_interface: string;
  link_speed_mbps: string;
  ways: string;
  notes: string;
};

export const WAYS = [
  { value: "both", label: "Both ways" },
  { value: "out", label: "Only from the first device to the second" },
  { value: "back", label: "Only from the second device to the first" },
  { value: "none", label: "Neither way" },
];

export const LINK_LABELS: Readonly<Record<keyof LinkValues, string>> = {
  relationship_type: "Type",
  source_interface: "Interface of the first device",
  target_interface: "Interface of the second device",
  link_speed_mbps: "Speed in Mbit/s",
  ways: "Traffic",
  notes: "Notes",
};

export const NEW_LINK: LinkValues = {
  relationship_type: "ethernet",
  source_interface: "",
  target_interface: "",
  link_speed_mbps: "",
  ways: "both",
  notes: "",
};

export function linkValues(link: Link): LinkValues {
  return {
    relationship_type: link.relationship_type,
    source_interface: link.source_interface ?? "",
    target_interface: link.target_interface ?? "",
    link_speed_mbps: link.link_speed_mbps?.toString() ?? "",
    ways: waysOf(link),
    notes: link.notes ?? "",
  };
}

/** What is sent; an empty field takes the value away. */
export function linkBody(values: LinkValues) {
  const { ways, link_speed_mbps: speed } = values;
  return {
    relationship_type: values.relationship_type,
    source_interface: values.source_interface.trim() || null,
    target_interface: values.target_interface.trim() || null,
    link_speed_mbps: speed.trim() === "" ? null : Number(speed),
    allow_outbound: ways === "both" || ways === "out",
    allow_inbound: ways === "both" || ways === "back",
    notes: values.notes.trim() || null,
  };
}

function waysOf({ allow_outbound: out, allow_inbound: back }: Link): string {
  if (out && back) return "both";
  if (out) return "out";
  return back ? "back" : "none";
}

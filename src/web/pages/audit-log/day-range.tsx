import { TextInput } from "@mantine/core";
import { useState } from "react";
import { isBackwards, type AuditSearch } from "./search";

type Days = Pick<AuditSearch, "from" | "to">;
type Props = { days: Days; onChange: (days: Days) => void };

const FIELDS = [
  { name: "from", label: "From", fault: "After the last day", width: 164, labelWidth: 44 },
  { name: "to", label: "To", fault: "Before the first day", width: 148, labelWidth: 28 },
] as const;

/** Days that end before they begin stay in the fields, with what is wrong of them, and are asked of nobody. */
export function DayRange({ days, onChange }: Props) {
  const [draft, setDraft] = useState<{ days: Days; typed: keyof Days; insteadOf: Days } | null>(null);
  // What comes from elsewhere, such as a cleared filter, counts more than what could not be asked.
  const isDrafted = draft?.insteadOf.from === days.from && draft?.insteadOf.to === days.to;
  const drafted = isDrafted ? draft : undefined;
  const shown = drafted?.days ?? days;
  const change = (typed: keyof Days, value: string) => {
    const next = { ...shown, [typed]: value === "" ? undefined : value };
    const isRefused = isBackwards(next);
    setDraft(isRefused ? { days: next, typed, insteadOf: days } : null);
    if (!isRefused) onChange(next);
  };
  return FIELDS.map(({ name, label, fault, width, labelWidth }) => (
    <TextInput
      key={name}
      size="xs"
      type="date"
      w={width}
      leftSection={label}
      leftSectionWidth={labelWidth}
      aria-label={`${label} the day`}
      value={shown[name] ?? ""}
      min={name === "to" ? shown.from : undefined}
      max={name === "from" ? shown.to : undefined}
      error={drafted?.typed === name ? fault : undefined}
      onChange={({ currentTarget: { value } }) => change(name, value)}
    />
  ));
}

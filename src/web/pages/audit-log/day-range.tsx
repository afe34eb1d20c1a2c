import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { AuditSearch } from "./search";

type Days = Pick<AuditSearch, "from" | "to">;
type Props = { days: Days; onChange: (days: Days) => void };

const FAULTS = { from: "After the last day", to: "Before the first day" } as const;

/** Days that end before they begin stay in the fields, with what is wrong of them, and are asked of nobody. */
export function DayRange({ days, onChange }: Props) {
  const [draft, setDraft] = useState<{ days: Days; typed: keyof Days; insteadOf: Days } | null>(null);
  // What comes from elsewhere, such as a cleared filter, counts more than what could not be asked.
  const isDrafted = draft?.insteadOf.from === days.from && draft?.insteadOf.to === days.to;
  const shown = draft !== null && isDrafted ? draft.days : days;
  const change = (typed: keyof Days, value: string) => {
    const next = { ...shown, [typed]: value === "" ? undefined : value };
    const isBackwards = next.from !== undefined && next.to !== undefined && next.from > next.to;
    setDraft(isBackwards ? { days: next, typed, insteadOf: days } : null);
    if (!isBackwards) onChange(next);
  };
  const errorAt = (name: keyof Days) => (isDrafted && draft?.typed === name ? FAULTS[name] : undefined);
  return (
    <>
      <TextInput
        size="xs"
        type="date"
        w={164}
        leftSection="From"
        leftSectionWidth={44}
        aria-label="From the day"
        value={shown.from ?? ""}
        max={shown.to}
        error={errorAt("from")}
        onChange={({ currentTarget: { value } }) => change("from", value)}
      />
      <TextInput
        size="xs"
        type="date"
        w={148}
        leftSection="To"
        leftSectionWidth={28}
        aria-label="To the day"
        value={shown.to ?? ""}
        min={shown.from}
        error={errorAt("to")}
        onChange={({ currentTarget: { value } }) => change("to", value)}
      />
    </>
  );
}

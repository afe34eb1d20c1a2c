import { useDebouncedValue } from "@mantine/hooks";
import type { UseFormReturnType } from "@mantine/form";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deviceTypesQuery, groupsQuery, sitesQuery } from "../../api/inventory";
import { useScopeChoices } from "../../api/maintenance";
import { ScopePicker } from "../../components/scope-picker/scope-picker";
import { formatCount } from "../../format/number";
import { coverQuery } from "./api";
import styles from "./check-form.module.css";
import { isScopeThing, readNetwork, toScope, type CheckValues, type ScopeThing } from "./values";

type Fields = UseFormReturnType<CheckValues>;

/** As many as the service gives of each other kind. */
const MOST_TYPES = 8;
/** After the last change (ms). */
const SETTLING_MS = 300;

/** Which devices a check of chosen devices is for, and how many these are now. */
export function ScopeFields({ fields }: { fields: Fields }) {
  const [things, setThings] = useState(() => fields.getValues().things);
  const [text, setText] = useState("");
  const named = useNames(things);
  const choices = useChoices(text);
  const { error } = fields.getInputProps("things");
  return (
    <div className={styles.wide}>
      <ScopePicker
        hint="Types, tags, groups, sites, or a network such as 10.0.0.0/8"
        things={named}
        onThings={(chosen) => {
          const kept = chosen.filter(isScopeThing);
          setThings(kept);
          fields.setFieldValue("things", kept);
          fields.clearFieldError("things");
        }}
        text={text}
        onText={setText}
        choices={choices}
        error={typeof error === "string" ? error : undefined}
      />
      <Cover things={things} />
    </div>
  );
}

function Cover({ things }: { things: readonly ScopeThing[] }) {
  const [settled] = useDebouncedValue(things, SETTLING_MS);
  const isNamed = settled.length > 0;
  const { data, isError } = useQuery({
    ...coverQuery(toScope(settled)),
    enabled: isNamed,
    placeholderData: keepPreviousData,
  });
  return (
    <p role="status" className={styles.cover}>
      {isNamed ? describeCover(data, isError) : "A device has to fit each kind that is named."}
    </p>
  );
}

type Found = { count: number; devices: readonly { name: string }[] };

function describeCover(cover: Found | null | undefined, isError: boolean): string {
  if (isError) return "How many devices fit could not be found out.";
  if (cover === undefined || cover === null) return "Counting the devices…";
  const { count, devices } = cover;
  if (count === 0) return "No device fits now; those that come to fit are checked.";
  const names = devices.map(({ name }) => name).join(", ");
  const more = count > devices.length ? ` and ${count - devices.length} more` : "";
  return `${formatCount(count, ["device fits", "devices fit"])} now: ${names}${more}`;
}

/** Groups and sites of a stored check are known by their ids alone. */
function useNames(things: readonly ScopeThing[]): ScopeThing[] {
  const { data: groups } = useQuery(groupsQuery());
  const { data: sites } = useQuery(sitesQuery());
  return things.map((thing) => {
    if (thing.name !== "") return thing;
    const places = thing.kind === "group" ? groups : sites;
    const place = places?.find(({ id }) => id === thing.id);
    return { ...thing, name: place?.display_name ?? place?.name ?? `${thing.kind} ${thing.id}` };
  });
}

function useChoices(text: string): ScopeThing[] {
  const found: readonly { kind: string; id: number | null; name: string }[] = useScopeChoices(text);
  const { data: types = [] } = useQuery(deviceTypesQuery());
  const part = text.trim().toLowerCase();
  const network = readNetwork(text);
  return [
    ...(network === undefined ? [] : [{ kind: "network" as const, id: null, name: network }]),
    ...types
      .filter(({ value, label }) => [value, label].some((name) => name.toLowerCase().includes(part)))
      .slice(0, MOST_TYPES)
      .map(({ value }) => ({ kind: "type" as const, id: null, name: value })),
    ...found.filter(isScopeThing),
  ];
}

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { coverQuery } from "../../api/monitoring";
import { formatCount } from "../../format/number";
import { ScopePicker } from "../scope-picker/scope-picker";
import { isScopeThing, toScope, type ScopeThing } from "./scope";
import styles from "./scope-field.module.css";
import { useScopeNames, useScopeThings } from "./scope-names";

/** After the last change (ms). */
const SETTLING_MS = 300;

type Props = {
  things: readonly ScopeThing[];
  onThings: (things: readonly ScopeThing[]) => void;
  error: unknown;
  /**
   * What becomes of devices that fit later, `are checked`. Absent: how many fit is not asked, which takes the right to
   * change monitoring.
   */
  laterOnes?: string | undefined;
};

/** Devices by type, tag, place or network, and how many these are now. */
export function ScopeField({ things, onThings, error, laterOnes }: Props) {
  const [text, setText] = useState("");
  const named = useScopeNames(things);
  const choices = useScopeThings(text);
  return (
    <div>
      <ScopePicker
        hint="Types, tags, groups, sites, or a network such as 10.0.0.0/8"
        things={named}
        onThings={(chosen) => onThings(chosen.filter(isScopeThing))}
        text={text}
        onText={setText}
        choices={choices}
        error={typeof error === "string" ? error : undefined}
      />
      {laterOnes === undefined ? (
        <p className={styles.cover}>{EACH_KIND}</p>
      ) : (
        <Cover things={things} laterOnes={laterOnes} />
      )}
    </div>
  );
}

const EACH_KIND = "A device has to fit each kind that is named.";

function Cover({ things, laterOnes }: { things: readonly ScopeThing[]; laterOnes: string }) {
  const [settled] = useDebouncedValue(things, SETTLING_MS);
  const isNamed = settled.length > 0;
  const { data, isError } = useQuery({
    ...coverQuery(toScope(settled)),
    enabled: isNamed,
    placeholderData: keepPreviousData,
  });
  return (
    <p role="status" className={styles.cover}>
      {isNamed ? describeCover(data, { isError, laterOnes }) : EACH_KIND}
    </p>
  );
}

type Found = { count: number; devices: readonly { name: string }[] };

function describeCover(
  cover: Found | null | undefined,
  { isError, laterOnes }: { isError: boolean; laterOnes: string },
): string {
  if (isError) return "How many devices fit could not be found out.";
  if (cover === undefined || cover === null) return "Counting the devices…";
  const { count, devices } = cover;
  if (count === 0) return `No device fits now; those that come to fit ${laterOnes}.`;
  const names = devices.map(({ name }) => name).join(", ");
  const more = count > devices.length ? ` and ${count - devices.length} more` : "";
  return `${formatCount(count, ["device fits", "devices fit"])} now: ${names}${more}`;
}

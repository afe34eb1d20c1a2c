import { Button, Group, Stack } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { OpenIcon, TimeIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { momentOf, toMomentValue } from "../moment-input/moment";
import { MomentInput } from "../moment-input/moment-input";
import { DropDown } from "../drop-down/drop-down";
import {
  absoluteRange,
  describeRange,
  describeUtcRange,
  RELATIVE_RANGES,
  resolveRange,
  type Range,
} from "../../format/range";
import styles from "./range-picker.module.css";

type Props = { range: Range; onChange: (range: Range) => void };

/** A window of time: a relative one stays relative, two moments are fixed. */
export function RangePicker({ range, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const choose = (chosen: Range) => {
    setIsOpen(false);
    onChange(chosen);
  };
  return (
    <DropDown
      label="Time range"
      button={{
        leftSection: <TimeIcon {...ICON} />,
        rightSection: <OpenIcon size={14} stroke={1.5} />,
        "aria-label": `Time range: ${describeRange(range)}`,
        title: describeUtcRange(range),
      }}
      isOpen={isOpen}
      onOpen={setIsOpen}
      text={describeRange(range)}
    >
      <div className={styles.choices}>
        <ul className={styles.relative} aria-label="Up to now">
          {RELATIVE_RANGES.map(({ from, label }) => (
            <li key={from}>
              <button
                type="button"
                className={styles.choice}
                aria-pressed={range.from === from}
                onClick={() => choose({ from })}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
        <Moments range={range} onChoose={choose} />
      </div>
    </DropDown>
  );
}

/** Two moments on the viewer's clock. */
function Moments({ range, onChoose }: { range: Range; onChoose: (range: Range) => void }) {
  const [window] = useState(() => resolveRange(range, Date.now()));
  const [problem, setProblem] = useState<string | null>(null);
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const [start, end] = [momentIn(values, "from"), momentIn(values, "to")];
    if (Number.isNaN(start) || Number.isNaN(end)) return setProblem("Both moments are needed");
    if (start >= end) return setProblem("The end must be after the beginning");
    onChoose(absoluteRange(start, end));
  };
  return (
    <form aria-label="Between two moments" noValidate onSubmit={apply}>
      <Stack gap="sm">
        <MomentInput
          size="xs"
          name="from"
          label="From"
          defaultValue={momentOf(new Date(window.start), "second")}
        />
        <MomentInput
          size="xs"
          name="to"
          label="To"
          defaultValue={momentOf(new Date(window.end), "second")}
          error={problem}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs" variant="default">
            Apply
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A time without a zone is one on the viewer's clock. */
function momentIn(values: FormData, name: string): number {
  const value = values.get(name);
  return typeof value === "string" ? Date.parse(toMomentValue(value)) : Number.NaN;
}

import { TextInput, type TextInputProps } from "@mantine/core";
import { useRef, useState } from "react";
import { CalendarIcon, TimeIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { IconButton } from "../icon-button/icon-button";
import styles from "./moment-input.module.css";
import { onDay, shownMoment, toMomentValue, toTimeValue } from "./moment";

type Props = Omit<TextInputProps, "onChange" | "defaultValue" | "value"> & {
  /** `2026-11-20T17:12`, as `momentOf` gives it */
  defaultValue?: string;
  onChange?: (value: string) => void;
};

/** A day and a time of it on a clock of 24 hours, typed; the calendar of the browser fills in the day. */
export function MomentInput({ defaultValue = "", onChange, onBlur, ...input }: Props) {
  const [text, setText] = useState(shownMoment(defaultValue));
  const calendar = useRef<HTMLInputElement>(null);
  const change = (next: string) => {
    setText(next);
    onChange?.(toMomentValue(next));
  };
  return (
    <TextInput
      {...input}
      placeholder="2026-11-20 17:12"
      autoComplete="off"
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event) => {
        setText(shownMoment(toMomentValue(text)));
        onBlur?.(event);
      }}
      rightSection={
        <span className={styles.calendar}>
          <IconButton
            icon={CalendarIcon}
            label="Choose the day"
            onClick={() => calendar.current?.showPicker()}
          />
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={toMomentValue(text).slice(0, 10)}
            onChange={({ currentTarget: { value: day } }) => {
              if (day !== "") change(onDay(text, day));
            }}
          />
        </span>
      }
    />
  );
}

/** A time of day on a clock of 24 hours. */
export function TimeInput({ defaultValue = "", onChange, onBlur, ...input }: Props) {
  const [text, setText] = useState(defaultValue);
  return (
    <TextInput
      {...input}
      placeholder="17:30"
      autoComplete="off"
      leftSection={<TimeIcon {...ICON} />}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onChange?.(toTimeValue(value));
      }}
      onBlur={(event) => {
        setText(toTimeValue(text));
        onBlur?.(event);
      }}
    />
  );
}

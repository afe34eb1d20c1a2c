import { TextInput, type TextInputProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAfterPointer } from "../form/after-pointer";
import styles from "./noted-input.module.css";

type Props = TextInputProps & {
  /** What the notes are about; part of the key under which they are kept. */
  about: string;
  /** What is to be known about a text, or null. Asked when the field is left; what fails says nothing. */
  noteOf: (text: string) => Promise<string | null>;
};

/** A field below which stands what is worth knowing about its value, and no fault. */
export function NotedInput({ about, noteOf, onBlur, onChange, ...input }: Props) {
  const [left, setLeft] = useState("");
  const afterPointer = useAfterPointer();
  const { data: note } = useQuery({
    queryKey: ["noted-input", about, left],
    queryFn: () => noteOf(left),
    enabled: left !== "",
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <div>
      <TextInput
        {...input}
        onBlur={(event) => {
          onBlur?.(event);
          const text = event.currentTarget.value.trim();
          afterPointer(() => setLeft(text));
        }}
        onChange={(event) => {
          onChange?.(event);
          setLeft("");
        }}
      />
      <div role="status" className={styles.note}>
        {left === "" ? null : note}
      </div>
    </div>
  );
}

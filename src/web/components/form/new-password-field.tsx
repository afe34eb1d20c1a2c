import { PasswordInput, Progress } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import { SHORTEST_PASSWORD } from "./rules";

type Props<Values> = { fields: UseFormReturnType<Values>; name: "password" | "new_password"; label: string };

/** A password to be set: length is what counts, so length is what the meter shows. */
export function NewPasswordField<Values>({ fields, name, label }: Props<Values>) {
  const [length, setLength] = useState(0);
  const input = fields.getInputProps(name);
  return (
    <div>
      <PasswordInput
        label={label}
        description={`At least ${SHORTEST_PASSWORD} characters; four or more unrelated words do well`}
        autoComplete="new-password"
        key={fields.key(name)}
        {...input}
        onChange={(event) => {
          setLength(Array.from(event.currentTarget.value).length);
          input.onChange(event);
        }}
      />
      <Progress
        value={Math.min(100, (length / SHORTEST_PASSWORD) * 100)}
        color={length < SHORTEST_PASSWORD ? "var(--status-degraded)" : "var(--status-ok)"}
        size={4}
        mt={4}
        aria-label="Length of the password"
      />
    </div>
  );
}

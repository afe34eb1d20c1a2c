import type { LooseKeys, UseFormReturnType } from "@mantine/form";
import { useState } from "react";

/** A field on which others depend, or that is no native input: drawn again whenever it changes. */
export function useField<
  Values extends Record<string, unknown>,
  Name extends keyof Values & LooseKeys<Values>,
>(fields: UseFormReturnType<Values>, name: Name): [Values[Name], (value: Values[Name]) => void] {
  const [value, setValue] = useState(() => fields.getValues()[name]);
  fields.watch(name, () => setValue(fields.getValues()[name]));
  return [
    value,
    (next) => {
      fields.setValues((old) => ({ ...old, [name]: next }));
      fields.clearFieldError(name);
      setValue(next);
    },
  ];
}

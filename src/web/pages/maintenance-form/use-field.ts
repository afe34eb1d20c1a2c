import { useState } from "react";
import type { Fields } from "./maintenance-fields";
import type { MaintenanceValues } from "./values";

/** A field on which others depend, or that is no native input: drawn again whenever it changes. */
export function useField<Name extends keyof MaintenanceValues>(
  fields: Fields,
  name: Name,
): [MaintenanceValues[Name], (value: MaintenanceValues[Name]) => void] {
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

import { useState } from "react";
import { fieldsOf } from "../../components/form/versions";
import type { Fields } from "./rule-fields";
import { LABELS, type RuleValues } from "./values";

const NAMES = fieldsOf<RuleValues>(LABELS);

/** All values of the form as they are now: whoever uses them is drawn again with each change. */
export function useValues(fields: Fields): RuleValues {
  const [values, setValues] = useState(() => fields.getValues());
  const follow = () => setValues(fields.getValues());
  for (const name of NAMES) fields.watch(name, follow);
  return values;
}

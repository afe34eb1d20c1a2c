import { useState } from "react";
import { useScopeChoices } from "../../api/maintenance";
import { useField } from "../../components/form/use-field";
import { ScopePicker } from "../../components/scope-picker/scope-picker";
import type { Fields } from "./maintenance-fields";

/** What the maintenance covers. */
export function Scope({ fields }: { fields: Fields }) {
  const [everything, setEverything] = useField(fields, "everything");
  const [things, setThings] = useField(fields, "things");
  const [text, setText] = useState("");
  const choices = useScopeChoices(text);
  const { error } = fields.getInputProps("things");
  return (
    <ScopePicker
      everything={everything}
      onEverything={setEverything}
      things={things}
      onThings={setThings}
      text={text}
      onText={setText}
      choices={choices}
      error={typeof error === "string" ? error : undefined}
    />
  );
}

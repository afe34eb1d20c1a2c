import { NativeSelect, TextInput } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useField } from "../../../components/form/use-field";
import type { Fields } from "../rule-fields";
import { LABELS, whereChoices, whereOf } from "../values";

const AboutThings = lazy(() => import("./about-things").then((module) => ({ default: module.AboutThings })));

/** What the rule is about: everything of its type, one thing, or devices by what they have in common. */
export function AboutFields({ fields, type }: { fields: Fields; type: string }) {
  const [where, setWhere] = useField(fields, "where");
  const choices = whereChoices(type);
  if (choices.length === 0) return null;
  const shown = whereOf({ event_type: type, where });
  return (
    <>
      <NativeSelect
        label={LABELS.where}
        data={[...choices]}
        value={shown}
        onChange={(event) => setWhere(event.currentTarget.value)}
      />
      {shown === "sender" && (
        <TextInput
          label={LABELS.sender}
          placeholder="192.0.2.1"
          classNames={{ input: "mono" }}
          key={fields.key("sender")}
          {...fields.getInputProps("sender")}
        />
      )}
      {shown !== "sender" && shown !== "every" && (
        <Suspense>
          <AboutThings fields={fields} shown={shown} />
        </Suspense>
      )}
    </>
  );
}

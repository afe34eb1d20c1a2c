import type { FormValidateInput } from "@mantine/form";
import { useState, type ReactNode } from "react";
import { RequestFailure } from "../../api/request-failure";
import type { Version } from "../../api/version";
import { ConflictNotice } from "./conflict-notice";
import { useSubmitForm, type SubmitForm } from "./submit-form";
import { differences, rebase } from "./versions";

type Options<Thing, Values extends Record<string, unknown>, Answer> = {
  /** What the person has seen, however often it is asked for afterwards. */
  opened: Version<Thing>;
  /** "this device" */
  what: string;
  labels: Readonly<Record<Extract<keyof Values, string>, string>>;
  valuesOf: (thing: Thing) => Values;
  /** A value as the form shows it, where that is another text. */
  describe?: (name: Extract<keyof Values, string>, value: unknown) => string;
  validate?: FormValidateInput<Values>;
  /** Sends what differs from `base`, with its tag. */
  save: (values: Values, base: Version<Thing>) => Promise<Answer>;
  /** As it is now. */
  readAgain: () => Promise<Version<Thing>>;
  onDone: (answer: Answer) => void;
};

/**
 * A form over something that others may change too: a 412 shows theirs and mine side by side, and nothing is saved
 * before the person has said which it shall be.
 */
export function useVersionedForm<Thing, Values extends Record<string, unknown>, Answer>({
  opened,
  what,
  labels,
  valuesOf,
  describe = describeValue,
  validate,
  save,
  readAgain,
  onDone,
}: Options<Thing, Values, Answer>): { form: SubmitForm<Values>; conflict: ReactNode } {
  // What the changes are made to: as it was opened, or as another person has left it since.
  const [base, setBase] = useState(opened);
  const [theirs, setTheirs] = useState<Version<Thing> | null>(null);
  const form = useSubmitForm({
    initialValues: valuesOf(opened.thing),
    ...(validate !== undefined && { validate }),
    async submit(values) {
      try {
        return await save(values, base);
      } catch (error) {
        if (!(error instanceof RequestFailure) || error.status !== 412) throw error;
        setTheirs(await readAgain());
        throw changedMeanwhile(error, what);
      }
    },
    onDone,
  });
  if (theirs === null || theirs.tag === base.tag) return { form, conflict: null };
  const values = {
    base: valuesOf(base.thing),
    mine: form.fields.getValues(),
    theirs: valuesOf(theirs.thing),
  };
  const goOnFrom = (next: Values) => {
    setBase(theirs);
    form.fields.setValues(next);
  };
  return {
    form,
    conflict: (
      <ConflictNotice
        differences={differences(values, { labels, describe })}
        onKeepMine={() => goOnFrom(rebase(values))}
        onTakeTheirs={() => goOnFrom(values.theirs)}
      />
    ),
  };
}

function describeValue(_: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** A 412 in words of the page. */
function changedMeanwhile(cause: RequestFailure, what: string): RequestFailure {
  const message = `Nothing is saved yet: somebody else has changed ${what} meanwhile.`;
  return new RequestFailure({ status: cause.status, message, requestId: cause.requestId, cause });
}

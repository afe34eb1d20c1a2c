import { endsAt, type Hinted } from "./hinted";

/** A form that is put together of parts, looked for only in texts that have one of the words of its gate. */
export type GatedForm = { form: RegExp; gate: Hinted };

/** What the form finds in a text that ends directly before that place. */
export function matchBefore({ form, gate }: GatedForm, text: string, place: number): RegExpExecArray | null {
  const match = gate.test(text) ? form.exec(text) : null;
  return endsAt(match, place) ? match : null;
}

import { RequestFailure } from "../../api/request-failure";

export type FormErrors = {
  /** By the path of the form's own fields: `name`, `addresses.0.address`. */
  fields: Record<string, string>;
  /** What belongs to no field that the form shows. */
  rest: string[];
};

/** Sorts what the service refused into the fields of a form, and a summary for the rest. */
export function formErrorsOf(error: Error, shownFields: readonly string[]): FormErrors {
  if (!(error instanceof RequestFailure) || error.fields.length === 0)
    return { fields: {}, rest: [error.message] };
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of error.fields) {
    const name = path.join(".");
    const isShown = shownFields.includes(String(path[0]));
    if (isShown && fields[name] === undefined) fields[name] = message;
    else if (!isShown) rest.push(name === "" ? message : `${name}: ${message}`);
  }
  return { fields, rest };
}

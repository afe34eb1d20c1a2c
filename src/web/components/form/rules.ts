/** Rules that several forms share: each gives what is wrong with a value, or null. The service has the last word. */
export const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 256;

export function required(what: string): (value: string) => string | null {
  return (value) => (value.trim() === "" ? `${what} is missing` : null);
}

/** Of who signs in by a password. */
export const USER_NAME_HINT = "3 to 80 letters, digits, dots, hyphens or underscores";

export function userNameRule(value: string): string | null {
  return /^[A-Za-z0-9_.-]{3,80}$/.test(value) ? null : USER_NAME_HINT;
}

/** Characters as the service counts them: code points. */
export function passwordRule(value: string): string | null {
  const length = Array.from(value).length;
  if (length < SHORTEST_PASSWORD)
    return `At least ${SHORTEST_PASSWORD} characters: ${SHORTEST_PASSWORD - length} more`;
  return length > LONGEST_PASSWORD ? `At most ${LONGEST_PASSWORD} characters` : null;
}

export function sameAs(
  field: "password" | "new_password",
): (value: string, values: Readonly<Record<string, unknown>>) => string | null {
  return (value, values) => (value === values[field] ? null : "The two passwords differ");
}

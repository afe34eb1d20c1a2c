/** `?q=deny&site=1,2` as texts: no JSON in a link that people read and paste. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The opposite; what is absent or empty is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = textOf(value);
    if (text !== "") params.set(name, text);
  }
  // Colons, slashes and commas are legal in a query and easier on the eye.
  const printed = params.toString().replaceAll("%3A", ":").replaceAll("%2F", "/").replaceAll("%2C", ",");
  return printed === "" ? "" : `?${printed}`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => escapeComma(String(item))).join(",");
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function escapeComma(item: string): string {
  return item.replaceAll("%", "%25").replaceAll(",", "%2C");
}

type Raw = Readonly<Record<string, unknown>>;

/** Readers of one value each. A wrong value is as good as none: a link never ends in an error page. */
export const read = {
  text(raw: Raw, name: string): string | undefined {
    const value = raw[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  },

  /** Also takes what a link in the UI gave: there the list is still a list. */
  list(raw: Raw, name: string): string[] | undefined {
    const value = raw[name];
    if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(String);
    if (typeof value !== "string" || value === "") return undefined;
    return value.split(",").map((item) => item.replaceAll("%2C", ",").replaceAll("%25", "%"));
  },

  integer(
    raw: Raw,
    name: string,
    { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {},
  ): number | undefined {
    const value = Number(raw[name] === "" ? Number.NaN : (raw[name] ?? Number.NaN));
    return Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;
  },

  flag(raw: Raw, name: string): true | undefined {
    return raw[name] === "true" || raw[name] === true ? true : undefined;
  },

  choice<const Value extends string>(raw: Raw, name: string, values: readonly Value[]): Value | undefined {
    return values.find((value) => value === raw[name]);
  },
};

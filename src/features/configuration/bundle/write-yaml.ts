/** A text that YAML 1.2, and 1.1, read as the text that it is, without quotes. */
const PLAIN = /^[A-Za-z_/][\w ./@+()-]*$/;
const PLAIN_KEY = /^[A-Za-z_][\w./-]*$/;
/** Words that some reader takes for something else. */
const WORDS = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
/** What JSON writes as it is, and YAML would not print, or people would take for a blank. */
const UNPRINTABLE = /[\u007f-\u009f\ufffe\uffff]|[^\S ]/g;

/** A value of JSON as YAML in blocks: one form for each value, keys in their order. */
export function toYaml(value: unknown): string {
  const lines: string[] = [];
  writeValue(lines, { value, indent: "", prefix: "" });
  return `${lines.join("\n")}\n`;
}

type Place = { value: unknown; indent: string; prefix: string };

function writeValue(lines: string[], { value, indent, prefix }: Place): void {
  if (Array.isArray(value)) {
    if (value.length === 0) return void lines.push(`${prefix}[]`);
    if (prefix.trimEnd() !== "") lines.push(prefix.trimEnd());
    for (const one of value) writeEntry(lines, one, indent);
    return;
  }
  if (typeof value !== "object" || value === null) return void lines.push(`${prefix}${scalar(value)}`);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (entries.length === 0) return void lines.push(`${prefix}{}`);
  if (prefix.trimEnd() !== "") lines.push(prefix.trimEnd());
  for (const [key, one] of entries) writeField(lines, { key, value: one, indent });
}

function writeField(
  lines: string[],
  { key, value, indent }: { key: string; value: unknown; indent: string },
): void {
  writeValue(lines, { value, indent: `${indent}  `, prefix: `${indent}${keyText(key)}: ` });
}

/** An entry of a list: its first line has the dash. */
function writeEntry(lines: string[], value: unknown, indent: string): void {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const first = lines.length;
  if (isMap && Object.values(value).some((one) => one !== undefined)) {
    writeValue(lines, { value, indent: `${indent}  `, prefix: "" });
    lines[first] = `${indent}- ${(lines[first] ?? "").slice(indent.length + 2)}`;
    return;
  }
  writeValue(lines, { value, indent: `${indent}  `, prefix: `${indent}- ` });
}

function keyText(key: string): string {
  return PLAIN_KEY.test(key) && !WORDS.test(key) ? key : quoted(key);
}

function scalar(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  if (PLAIN.test(value) && !value.endsWith(" ") && !WORDS.test(value)) return value;
  return quoted(value);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

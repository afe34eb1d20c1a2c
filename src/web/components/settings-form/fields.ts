/** A setting as a form shows it. */
export type SettingField = {
  /** The API's name. */
  name: string;
  label: string;
  description?: string;
  /** `list`: texts divided by commas; `secret`: never shown, empty means as it is. */
  kind: "line" | "text" | "switch" | "number" | "list" | "secret" | "choice";
  maxLength?: number;
  /** Of a choice. */
  choices?: readonly string[];
};

export type SettingValue = string | number | boolean | readonly string[];
export type Settings = Readonly<Record<string, SettingValue>>;

/** As the inputs hold values: texts, and whether a switch is on. */
export type Inputs = Record<string, string | boolean>;

/** What stands in the inputs for the settings as they are. */
export function toInputs(fields: readonly SettingField[], settings: Settings): Inputs {
  return Object.fromEntries(fields.map((field) => [field.name, toInput(field, settings[field.name])]));
}

function toInput({ kind }: SettingField, value: SettingValue | undefined): string | boolean {
  if (kind === "secret") return "";
  if (kind === "switch") return value === true || value === "true";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/** What is to be sent: only what was changed, as the API takes it. A number that is none goes as it was typed. */
export function changesIn(fields: readonly SettingField[], settings: Settings, inputs: Inputs): Settings {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const input = inputs[field.name] ?? "";
      if (input === toInput(field, settings[field.name])) return [];
      return [[field.name, fromInput(field, input, settings[field.name])]];
    }),
  );
}

function fromInput(
  { kind }: SettingField,
  input: string | boolean,
  old: SettingValue | undefined,
): SettingValue {
  // Some settings are texts that say "true" or "false".
  if (typeof input === "boolean") return typeof old === "string" ? String(input) : input;
  if (kind === "list")
    return input
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  if (kind === "number" && typeof old === "number" && /^\s*\d+\s*$/.test(input)) return Number(input);
  return input.trim();
}

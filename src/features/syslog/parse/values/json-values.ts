import type { FieldKeys } from "./fields";
import { KeyedValues } from "./keyed-values";
import { mendedJson } from "./mended-json";

export type JsonObject = { [key: string]: unknown };

/** Where a value stands below a key of the object, and its place among the values. */
type Path = { rest: readonly string[]; slot: number };

/** The values of the wanted keys of one JSON object; a dot in a key is nesting, unless the object's own key has it. */
export class JsonValues<Name extends string> {
  readonly #values: KeyedValues<Name>;
  readonly #paths = new Map<string, Path[]>();

  constructor(keys: FieldKeys<Name>) {
    this.#values = new KeyedValues(keys);
    for (const key of new Set(
      Object.values<readonly string[] | undefined>(keys).flatMap((list) => list ?? []),
    )) {
      const slot = this.#values.slotOf(key, 0, key.length);
      const [outer = "", ...rest] = key.split(".");
      this.#addPath(outer, { rest, slot });
      if (rest.length > 0) this.#addPath(key, { rest: [], slot });
    }
    this.text = this.#values.text;
  }

  /** The value of the first of the name's keys that has a text, number or truth value; empty where none has. */
  readonly text: (name: Name) => string;

  /** Takes the values of an object, which must come from JSON.parse. */
  read(object: JsonObject): void {
    this.#values.clear();
    for (const key of Object.keys(object)) {
      const paths = this.#paths.get(key);
      if (paths === undefined) continue;
      for (const { rest, slot } of paths) this.#values.put(slot, scalarText(valueBelow(object[key], rest)));
    }
  }

  #addPath(key: string, path: Path): void {
    const paths = this.#paths.get(key);
    if (paths === undefined) this.#paths.set(key, [path]);
    else paths.push(path);
  }
}

/** The object that a text is, mended where it is nearly one; null of another value's text, and of what is none of JSON. */
export function parsedObject(text: string): JsonObject | null {
  const value = parsedValue(text) ?? parsedValue(mendedJson(text) ?? "");
  return isJsonObject(value) ? value : null;
}

/** What a text of JSON says; undefined of what is none. */
function parsedValue(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for an object that is no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own properties only: a key may be called `constructor`. */
function valueBelow(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (!isJsonObject(inner) || !Object.hasOwn(inner, key)) return undefined;
    inner = inner[key];
  }
  return inner;
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

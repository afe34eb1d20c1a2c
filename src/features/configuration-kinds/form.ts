import { z } from "@hono/zod-openapi";
import type { Fields, Ids, Names } from "./kind";

/** A field by which a thing names another: in a bundle by its name, at its owner by its id. */
export type Reference = { field: string; column: string; kind: string };

/** The name of another thing in a bundle. */
export function named(description: string) {
  return z
    .string()
    .min(1)
    .max(1024)
    .nullable()
    .openapi({ type: ["string", "null"], minLength: 1, maxLength: 1024, description });
}

/** The name of another thing, without which the thing cannot be. */
export function required(description: string) {
  return z.string().min(1).max(1024).openapi({ description });
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** Fields of what an owner's API takes, as bundles have them: none of them with a default of its own. */
export function fieldsOf(shape: Shape, names: readonly string[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    names.map((name) => {
      const model = shape[name];
      if (model === undefined) throw new Error(`our bug: there is no field ${name}`);
      return [name, withoutDefault(model)];
    }),
  );
}

/** The defaults of an owner's fields; a field without one is not there. */
export function defaultsOf(shape: Shape, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const read = shape[name]?.safeParse(undefined);
      return read?.success === true && read.data !== undefined ? [[name, read.data]] : [];
    }),
  );
}

function withoutDefault(model: z.ZodType): z.ZodType {
  const inner = model instanceof z.ZodDefault || model instanceof z.ZodOptional ? model.unwrap() : model;
  return inner instanceof z.ZodType ? inner : model;
}

/** What of a thing is its own, in the order of a bundle, and what names another. */
export type Form = readonly (string | Reference)[];

/** The bundle's form of fields that are the owner's but for references. */
export function toPlainItem(form: Form, fields: Fields, names: Names): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const part of form) {
    if (typeof part === "string") {
      if (Object.hasOwn(fields, part)) item[part] = fields[part];
      continue;
    }
    const id = fields[part.column];
    if (id === null) item[part.field] = null;
    if (typeof id !== "number") continue;
    const name = names.nameOf(part.kind, id);
    if (name !== undefined) item[part.field] = name;
  }
  return item;
}

/** The owner's form of the same. Throws an `ItemFault`. */
export function fromPlainItem(form: Form, item: Fields, ids: Ids): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const part of form) {
    const field = typeof part === "string" ? part : part.field;
    if (!Object.hasOwn(item, field)) continue;
    const value = item[field];
    if (typeof part === "string") fields[part] = value;
    else fields[part.column] = typeof value === "string" ? ids.idOf(part.kind, value, [field]) : null;
  }
  return fields;
}

/** The text of a field; blank: it has none. */
export function textOf(fields: Fields, field: string): string {
  const value = fields[field];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** The id that a field holds; null: it holds none. */
export function idOf(fields: Fields, field: string): number | null {
  const value = fields[field];
  return typeof value === "number" ? value : null;
}

/** Creates one thing after the other. */
export async function eachOf<Thing, Result>(
  things: readonly Thing[],
  work: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const thing of things) results.push(await work(thing));
  return results;
}

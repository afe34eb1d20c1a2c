import type { z } from "zod";
import { notes } from "./fields";
import { createSettingsSchema } from "./schema";
import { readSecretFile } from "./secret-file";
import { isBlank, togetherProblems } from "./together";

type SettingsSchema = ReturnType<typeof createSettingsSchema>;

export type Settings = Readonly<z.output<SettingsSchema>>;

export class SettingsError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`wrong settings:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/** The process's environment; Bun has already added `.env` of the working folder, and the real environment wins. */
export function readEnvironment(): Settings {
  return parseSettings(process.env);
}

/** Parses every setting, names case-insensitive. Throws one SettingsError that lists every bad name. */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const given = new Map(Object.entries(environment).map(([name, value]) => [name.toUpperCase(), value]));
  const problems: string[] = [];
  const schema = createSettingsSchema();
  for (const name of secretNames(schema)) {
    if (isBlank(given.get(name)))
      given.set(name, readSecretFile(`${name}_FILE`, given.get(`${name}_FILE`), problems));
  }
  const result = schema.safeParse(Object.fromEntries(given));
  const issues = result.success ? [] : result.error.issues;
  const bad = issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  problems.push(...new Set(bad), ...togetherProblems(given));
  if (!result.success || problems.length > 0) throw new SettingsError(problems);
  return result.data;
}

function secretNames({ shape }: SettingsSchema): string[] {
  return Object.entries(shape).flatMap(([name, schema]) => (notes.get(schema)?.secret ? [name] : []));
}

/**
 * What the allocator of this process is set by. Nothing of it is secret: for a child that is told nothing else of the
 * environment.
 */
export function allocatorVariables(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith("MIMALLOC_") && value !== undefined ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** A variable that an operator names, such as one that holds a secret; undefined: it is not set. */
export function readVariable(name: string): string | undefined {
  return process.env[name];
}

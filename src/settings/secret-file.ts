import { readFileSync } from "node:fs";
import { isBlank } from "./together";

/** What stands in the file that `name` (`…_FILE`) names; a file that cannot be read is one of the `problems`. */
export function readSecretFile(
  name: string,
  path: string | undefined,
  problems: string[],
): string | undefined {
  if (path === undefined || isBlank(path)) return undefined;
  try {
    const content = readFileSync(path.trim(), "utf8").trim();
    if (content === "") problems.push(`${name}: ${path} is empty`);
    return content;
  } catch (error) {
    problems.push(`${name}: cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

import { unavailable } from "#platform/errors";

/** What a request is told that asks for nmap where there is none. */
export const NMAP_MISSING =
  "Nmap discovery is unavailable because nmap is not installed. Install the package nmap where the service runs, or scan with the engine own.";
const RETRY_SECONDS = 3600;

/** Finds the program; undefined: there is none. */
export type FindNmap = () => string | undefined;

/** The program `nmap` in the PATH. It is looked for each time, as it may be installed while the service runs. */
export function findNmap(): string | undefined {
  return Bun.which("nmap") ?? undefined;
}

/** The program, where the engine is nmap; undefined: it is another. @throws ApiError 503 where there is none. */
export function requireEngine(engine: string, find: FindNmap): string | undefined {
  if (engine !== "nmap") return undefined;
  const program = find();
  if (program === undefined) throw unavailable(NMAP_MISSING, RETRY_SECONDS);
  return program;
}

/**
 * Whether the environment asks for a relay. Read before the settings, as they take memory that a relay has no use for:
 * what it starts with decides what is loaded at all.
 */
export function isRelay(): boolean {
  return (process.env["UPSTREAM_URL"] ?? "").trim() !== "";
}

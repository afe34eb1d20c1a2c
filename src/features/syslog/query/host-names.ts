/** How lines may name a host, in lower case. */
export type HostNames = {
  /** The whole name. */
  whole: readonly string[];
  /** The name up to its first dot, whatever the domain behind it. */
  inAnyDomain: readonly string[];
};

/** Whether a line that names this host, in any case, means the one with these names. */
export function isNamed(host: string, { whole, inAnyDomain }: HostNames): boolean {
  const name = host.toLowerCase();
  return whole.includes(name) || inAnyDomain.some((label) => name.startsWith(`${label}.`));
}

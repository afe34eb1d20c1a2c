/** In this order: most browsers name others as well. */
const BROWSERS = [
  ["Edge", /Edg\/(\d+)/],
  ["Opera", /OPR\/(\d+)/],
  ["Firefox", /Firefox\/(\d+)/],
  ["Chrome", /Chrom(?:e|ium)\/(\d+)/],
  ["Safari", /Version\/(\d+)[\d.]* .*Safari\//],
] as const;
const SYSTEMS = [
  ["Android", /Android/],
  ["iOS", /iPhone|iPad/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["Linux", /Linux|X11/],
] as const;

/** `Firefox 148 on Linux`: what a person can tell sessions apart by. */
export function browserName(agent: string | null): string {
  if (agent === null || agent === "") return "unknown";
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const version = pattern.exec(agent)?.[1];
    return version === undefined ? [] : `${name} ${version}`;
  })[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0];
  const name = browser ?? agent.split(/[ /]/)[0] ?? agent;
  return system === undefined ? name : `${name} on ${system}`;
}

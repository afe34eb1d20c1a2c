type Named = { name: string; description?: string | null; alias?: string | null };
export type InterfaceChoice = { name: string; description: string };

const NATURAL = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Each name once, in natural order, with what is said of it; what a person has recorded goes before what SNMP said. */
export function interfaceChoices(recorded: readonly Named[], ports: readonly Named[]): InterfaceChoice[] {
  const known = new Map<string, InterfaceChoice>();
  for (const { name, description, alias } of [...recorded, ...ports]) {
    const said = known.get(name.toLowerCase());
    const words = description?.trim() || alias?.trim() || "";
    if (said === undefined) known.set(name.toLowerCase(), { name, description: words });
    else if (said.description === "") said.description = words;
  }
  return [...known.values()].sort((one, other) => NATURAL.compare(one.name, other.name));
}

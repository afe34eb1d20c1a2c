import type { DeviceIndex } from "#features/topology";

/** Devices by what tells them from others, those of the import included. */
export type DeviceBook = DeviceIndex;

/** What a name stands for. */
export type NamedDevice = { id: number } | { fault: string };

/** The one device of a name. */
export function deviceOfName(book: DeviceBook, name: string): NamedDevice {
  const match = book.find({ hostname: name });
  if (match.kind === "one") return { id: match.id };
  if (match.kind === "none") return { fault: `There is no device '${name}'` };
  return { fault: `Several devices are called '${name}': ${match.ids.slice(0, 5).join(", ")}` };
}

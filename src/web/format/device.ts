type Named = {
  id: number;
  display_name: string | null;
  hostname: string | null;
  ip_address: string;
  mac_address: string | null;
};

/** What people call a device: its name, else what tells it from others. */
export function deviceName({ id, display_name, hostname, ip_address, mac_address }: Named): string {
  return display_name ?? hostname ?? (ip_address || mac_address || `Device ${id}`);
}

/** A state has one word on all pages: what is recorded of a device, too, is what its checks would say. */
const STATES: ReadonlyMap<string, string> = new Map([
  ["online", "Up"],
  ["offline", "Down"],
]);

/** `edge-router` as `Edge router`, `online` as `Up`; for words of the API that have no name of their own. */
export function formatWord(word: string): string {
  const state = STATES.get(word);
  if (state !== undefined) return state;
  const text = word.replaceAll(/[-_]+/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name that people gave a site or group, else its own. */
export function placeName({
  name,
  display_name: shown,
}: {
  name: string;
  display_name: string | null;
}): string {
  return shown ?? name;
}

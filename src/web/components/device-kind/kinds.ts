import { formatWord } from "../../format/device";

/** What a device is drawn as. Paths of 24 x 24, stroked. */
export const KINDS = {
  router: "M12 4v16M4 12h16M9 7l3-3 3 3M9 17l3 3 3-3M7 9l-3 3 3 3M17 9l3 3-3 3",
  switch: "M3 8h18v8H3zM7 12h.01M10 12h.01M14 12h4",
  firewall: "M4 5h16v14H4zM4 9.7h16M4 14.3h16M9 5v4.7M15 5v4.7M12 9.7v4.6M9 14.3V19M15 14.3V19",
  server: "M5 4h14v7H5zM5 13h14v7H5zM8 7.5h.01M8 16.5h.01M12 7.5h4M12 16.5h4",
  storage: "M5 6c0-3 14-3 14 0v12c0 3-14 3-14 0zM5 6c0 3 14 3 14 0M5 12c0 3 14 3 14 0",
  wireless: "M12 18h.01M9 15a4 4 0 0 1 6 0M6.3 12a8 8 0 0 1 11.4 0M3.5 9a12 12 0 0 1 17 0",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4",
  printer: "M7 9V4h10v5M7 16H4V9h16v7h-3M7 13h10v7H7z",
  phone: "M8 3h8v18H8zM11 18h2",
  camera: "M3 7h12v10H3zM15 11l6-3v8l-6-3",
  cloud: "M7 18a4 4 0 0 1 0-8 5.5 5.5 0 0 1 10.5 0A4 4 0 0 1 17 18z",
  device: "M5 5h14v14H5zM10 10h4v4h-4z",
} as const;

export type Kind = keyof typeof KINDS;

export const KIND_NAMES: readonly Kind[] = [
  "router",
  "switch",
  "firewall",
  "server",
  "storage",
  "wireless",
  "computer",
  "printer",
  "phone",
  "camera",
  "cloud",
  "device",
];

/** Words of types and icons that people and discovery write, from the special to the general. */
const WORDS: readonly [RegExp, Kind][] = [
  [/firewall|\butm\b|fortigate|\basa\b/, "firewall"],
  [/access.?point|wireless|wi-?fi|wlan|\bap\b/, "wireless"],
  [/switch|bridge/, "switch"],
  [/router|gateway|modem/, "router"],
  [/\bnas\b|\bsan\b|storage/, "storage"],
  [/server|hypervisor|virtual|\bvm\b|host|container/, "server"],
  [/print/, "printer"],
  [/phone|voip|mobile|tablet/, "phone"],
  [/camera|\bnvr\b/, "camera"],
  [/cloud|internet|\bwan\b/, "cloud"],
  [/computer|laptop|desktop|workstation|client|\bpc\b/, "computer"],
];

/** By the icon that was chosen, else by the type. */
export function kindOf({ icon, device_type: type }: { icon: string; device_type: string | null }): Kind {
  return kindOfWord(icon) ?? kindOfWord(type ?? "") ?? "device";
}

function kindOfWord(word: string): Kind | undefined {
  const lower = word.toLowerCase();
  return WORDS.find(([pattern]) => pattern.test(lower))?.[1];
}

/** What people call a kind of device. */
export function kindName(kind: Kind): string {
  return formatWord(kind === "wireless" ? "access point" : kind === "device" ? "other" : kind);
}

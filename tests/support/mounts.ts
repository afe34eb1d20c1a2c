import { readFileSync } from "node:fs";

/** Takes away what is mounted below a folder, the innermost first; gives where that was. Without Linux there is none. */
export function unmountBelow(folder: string): string[] {
  const places = mountsBelow(folder).reverse();
  for (const place of places) Bun.spawnSync(["umount", "--lazy", place]);
  return places;
}

function mountsBelow(folder: string): string[] {
  if (process.platform !== "linux") return [];
  return readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((place) => place.startsWith(`${folder}/`));
}

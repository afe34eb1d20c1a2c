import { isDeepStrictEqual } from "node:util";

/** What the model knows of an object; a reference is the id of another. */
export type Fields = Record<string, number | string | null>;
export type Kind = "device" | "link" | "site";
export type World = Record<Kind, Map<number, Fields>>;

/** What an entry of the audit log says, as far as taking it back goes by it. */
export type Change = { kind: Kind; id: number } & (
  | { type: "created"; after: Fields }
  | { type: "updated"; before: Fields; after: Fields }
  | { type: "deleted"; before: Fields; links: [number, Fields][]; devices: number[] }
);

export function emptyWorld(): World {
  return { device: new Map(), link: new Map(), site: new Map() };
}

/** Removes an object as the service does; gives what its entry says. */
export function remove(world: World, kind: Kind, id: number): Change {
  const before = { ...world[kind].get(id) };
  const links = [...world.link].filter(
    ([, link]) => kind === "device" && [link["source"], link["target"]].includes(id),
  );
  for (const [link] of links) world.link.delete(link);
  const devices: number[] = [];
  for (const [device, fields] of world.device) {
    if (kind !== "site" || fields["site"] !== id) continue;
    devices.push(device);
    world.device.set(device, { ...fields, site: null });
  }
  world[kind].delete(id);
  return { kind, id, type: "deleted", before, links, devices };
}

/** Changes an object; gives what its entry says. */
export function update(world: World, { kind, id }: { kind: Kind; id: number }, fields: Fields): Change {
  const now = world[kind].get(id) ?? {};
  const names = Object.keys(fields).filter((name) => now[name] !== fields[name]);
  const pick = (from: Fields): Fields => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  world[kind].set(id, { ...now, ...fields });
  return { kind, id, type: "updated", before: pick(now), after: pick(fields) };
}

/** What taking a change back does to the world, as an entry of its own; undefined where it is refused. */
export function takeBack(world: World, change: Change): Change | undefined {
  const { kind, id } = change;
  const now = world[kind].get(id);
  if (change.type === "created")
    return isDeepStrictEqual(now, change.after) ? remove(world, kind, id) : undefined;
  if (change.type === "updated") return changeBack(world, change);
  return now === undefined ? restore(world, change) : undefined;
}

function changeBack(world: World, change: Change & { type: "updated" }): Change | undefined {
  const { kind, id, before, after } = change;
  const now = world[kind].get(id);
  if (now === undefined) return undefined;
  const back: Fields = {};
  for (const [name, old] of Object.entries(before)) {
    if (now[name] === old) continue;
    if (now[name] !== after[name]) return undefined;
    if (name === "site" && typeof old === "number" && !world.site.has(old)) return undefined;
    back[name] = old;
  }
  return Object.keys(back).length === 0 ? undefined : update(world, { kind, id }, back);
}

function restore(world: World, change: Change & { type: "deleted" }): Change | undefined {
  const { kind, id, links, devices } = change;
  const fields = { ...change.before };
  const isPresent = (device: unknown) => typeof device === "number" && world.device.has(device);
  if (kind === "link" && !(isPresent(fields["source"]) && isPresent(fields["target"]))) return undefined;
  if (typeof fields["site"] === "number" && !world.site.has(fields["site"])) fields["site"] = null;
  world[kind].set(id, fields);
  for (const [link, ends] of links)
    if (isPresent(ends["source"]) && isPresent(ends["target"])) world.link.set(link, ends);
  for (const device of devices) {
    const released = world.device.get(device);
    if (released !== undefined && released["site"] === null)
      world.device.set(device, { ...released, site: id });
  }
  return { kind, id, type: "created", after: fields };
}

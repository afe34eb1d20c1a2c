import type { QueryClient } from "@tanstack/react-query";
import { changedOnly } from "../../../components/form/versions";
import { formatCount } from "../../../format/number";
import type { Place, Places } from "../../../workers/layout/network";
import {
  createDevice,
  createLink,
  deleteDevice,
  deleteLink,
  moveToGroup,
  readLink,
  renewMap,
  updateLink,
  type Link,
  type NewDevice,
} from "../api";
import type { Step } from "./history";
import { linkBody, linkValues } from "../edit/link-values";
import { nodeId, numberOf } from "../network";
import { createRenumbered } from "./renumbered";

/** Places by node; undefined: the device loses the place that it has. */
export type PlaceChanges = Readonly<Record<string, Place | undefined>>;

type Options = {
  queries: QueryClient;
  add: (step: Step) => void;
};

export type MapSteps = ReturnType<typeof createMapSteps>;

/** Records what is done on the map, each kind with the requests that take it back. */
export function createMapSteps({ queries, add }: Options) {
  let put: (changes: PlaceChanges) => void = () => undefined;
  const devices = createRenumbered();
  const links = createRenumbered();
  const nodeNow = (id: string) => nodeId(devices.now(numberOf(id)));
  const putNow = (changes: PlaceChanges) =>
    put(Object.fromEntries(Object.entries(changes).map(([id, place]) => [nodeNow(id), place])));
  const remove = async (link: Link) => {
    await deleteLink(links.now(link.id));
    renewMap(queries);
  };
  const bringBack = async (link: Link) => {
    const made = await createLink({
      ...linkBody(linkValues(link)),
      origin: link.origin,
      source_device_id: devices.now(link.source_device_id),
      target_device_id: devices.now(link.target_device_id),
    });
    links.became(links.now(link.id), made.id);
    renewMap(queries);
  };
  const change = async (from: Link, to: Link) => {
    const [before, after] = [linkBody(linkValues(from)), linkBody(linkValues(to))];
    const changes = changedOnly(after, before);
    const present = await readLink(links.now(from.id));
    const others = changedOnly(linkBody(linkValues(present.thing)), before);
    if (Object.keys(others).some((name) => name in changes))
      throw new Error("somebody else has changed this link meanwhile");
    await updateLink(present, changes);
    renewMap(queries);
  };
  const group = async (groups: ReadonlyMap<number | null, readonly number[]>) => {
    for (const [groupId, ids] of groups)
      await moveToGroup(
        ids.map((id) => devices.now(id)),
        groupId,
      );
    renewMap(queries);
  };
  return {
    /** Says what puts devices elsewhere on the map as it is now. */
    placeWith(latest: (changes: PlaceChanges) => void) {
      put = latest;
    },
    moved(before: PlaceChanges, after: Places) {
      const count = Object.keys(after).length;
      add({
        what: `moving ${formatCount(count, ["device", "devices"])}`,
        undo: () => putNow(before),
        redo: () => putNow(after),
      });
    },
    linkAdded: (link: Link) =>
      add({ what: "drawing the link", undo: () => remove(link), redo: () => bringBack(link) }),
    linkDeleted: (link: Link) =>
      add({ what: "deleting the link", undo: () => bringBack(link), redo: () => remove(link) }),
    linkChanged: (before: Link, after: Link) =>
      add({
        what: "changing the link",
        undo: () => change(after, before),
        redo: () => change(before, after),
      }),
    deviceAdded(id: number, { body, place }: { body: NewDevice; place: Place }) {
      add({
        what: "adding the device",
        async undo() {
          const now = devices.now(id);
          await deleteDevice(now);
          put({ [nodeId(now)]: undefined });
          renewMap(queries);
        },
        async redo() {
          const made = await createDevice(body);
          devices.became(devices.now(id), made.id);
          put({ [nodeId(made.id)]: place });
          renewMap(queries);
        },
      });
    },
    /** `before`: the devices by the group that each was in. */
    grouped: (before: ReadonlyMap<number | null, readonly number[]>, groupId: number | null) =>
      add({
        what: `grouping ${formatCount([...before.values()].flat().length, ["device", "devices"])}`,
        undo: () => group(before),
        redo: () => group(new Map([[groupId, [...before.values()].flat()]])),
      }),
  };
}

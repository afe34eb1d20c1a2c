import { afterAll, expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { AuditUndo } from "../../../src/features/undo/models";
import { createTestService } from "../../support/app";
import { patient } from "../../support/patience";
import { randomOf } from "../../support/random";
import { rounds } from "../../support/rounds";
import { KINDS, type Fields, type Key, type Kind, type Send } from "./kinds";

/** Random edits and deletions of what is set up, taken back in random order, against a model of what entries say. */
const service = await createTestService();
afterAll(service.close);
const token = await service.tokenOf(await service.givenAdmin());

const send: Send = async (what, body) => {
  const [method, path] = what.split(" ");
  const answer = await service.call(`${method} /api/v1${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 300) throw new Error(`${what} answered ${answer.status}: ${answer.text}`);
  return { body: answer.body, entry: Number(answer.headers.get("X-Audit-Id")) };
};

type Change = { kind: Kind; key: Key } & (
  | { type: "created"; after: Fields }
  | { type: "updated"; before: Fields; after: Fields }
  | { type: "deleted"; before: Fields }
);
type Entry = { id: number; change: Change; takenBackBy?: Entry };
const isTakenBack = ({ takenBackBy: by }: Entry): boolean => by !== undefined && !isTakenBack(by);

type Objects = Map<Key, Fields>;

const readFields = async (kind: Kind): Promise<Objects> => {
  const names = Object.keys(kind.fields);
  const objects = await kind.read(send);
  return new Map(
    [...objects].map(([key, object]) => [
      key,
      Object.fromEntries(names.map((name) => [name, object[name]])) as Fields,
    ]),
  );
};

let count = 0;

class Play {
  readonly random: () => number;
  readonly entries: Entry[] = [];
  readonly world = new Map<Kind, Objects>();

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  pick<Item>(list: readonly Item[]): Item | undefined {
    return list[Math.floor(this.random() * list.length)];
  }

  objects(kind: Kind): Objects {
    const known = this.world.get(kind) ?? new Map<Key, Fields>();
    this.world.set(kind, known);
    return known;
  }

  async begin(kind: Kind): Promise<void> {
    if (kind.create !== undefined) {
      count += 1;
      const { key, entry } = await kind.create(send, count);
      const after = (await readFields(kind)).get(key) ?? {};
      this.objects(kind).set(key, after);
      this.entries.push({ id: entry, change: { kind, key, type: "created", after } });
      return;
    }
    for (const [key, fields] of await readFields(kind)) this.objects(kind).set(key, fields);
  }

  async change(): Promise<void> {
    const kind = this.pick(KINDS);
    const key = kind && this.pick([...this.objects(kind).keys()]);
    if (kind === undefined || key === undefined) return;
    const now = this.objects(kind).get(key) ?? {};
    if (kind.remove !== undefined && this.random() < 0.35) {
      const id = await kind.remove(send, key);
      this.objects(kind).delete(key);
      this.entries.push({ id, change: { kind, key, type: "deleted", before: now } });
      return;
    }
    const name = this.pick(Object.keys(kind.fields)) ?? "";
    const value = this.pick(kind.fields[name] ?? []) ?? null;
    if (isDeepStrictEqual(now[name], value)) return;
    const id = await kind.change(send, key, { [name]: value });
    this.objects(kind).set(key, { ...now, [name]: value });
    const states = { before: { [name]: now[name] ?? null }, after: { [name]: value } };
    this.entries.push({ id, change: { kind, key, type: "updated", ...states } });
  }

  /** What taking a change back does, as an entry of its own; undefined where it is refused. */
  effectOf({ kind, key, ...change }: Change): Change | undefined {
    const objects = this.objects(kind);
    const now = objects.get(key);
    if (change.type === "deleted") {
      if (now !== undefined) return undefined;
      objects.set(key, change.before);
      return { kind, key, type: "created", after: change.before };
    }
    if (change.type === "created") {
      if (now === undefined || !isDeepStrictEqual(now, change.after)) return undefined;
      objects.delete(key);
      return { kind, key, type: "deleted", before: now };
    }
    const { before, after } = change;
    const isAsLeft = Object.keys(after).every((name) => isDeepStrictEqual(now?.[name], after[name]));
    if (now === undefined || !isAsLeft) return undefined;
    objects.set(key, { ...now, ...before });
    return { kind, key, type: "updated", before: after, after: before };
  }

  async takeBack(entry: Entry): Promise<void> {
    const answer = await service.call(`POST /api/v1/audit/${entry.id}/undo`, { token });
    const effect = isTakenBack(entry) ? undefined : this.effectOf(entry.change);
    const { kind } = entry.change;
    expect([kind.name, entry.change.type, answer.status]).toEqual([
      kind.name,
      entry.change.type,
      effect === undefined ? 409 : 200,
    ]);
    expect(sorted(await readFields(kind))).toEqual(sorted(this.objects(kind)));
    if (effect === undefined) return;
    entry.takenBackBy = { id: AuditUndo.parse(answer.body).undo_audit_id ?? 0, change: effect };
    this.entries.push(entry.takenBackBy);
  }
}

const sorted = (objects: ReadonlyMap<Key, unknown>) =>
  [...objects].sort(([one], [other]) => String(one).localeCompare(String(other)));

const seeds = Array.from({ length: rounds(25) }, (_, index) => index + 1);

test(
  "each undo of what is set up does what the model says, whatever the order",
  async () => {
    for (const seed of seeds) {
      const play = new Play(seed);
      for (const kind of KINDS) await play.begin(kind);
      for (const kind of KINDS)
        for (const [key, fields] of await readFields(kind)) play.objects(kind).set(key, fields);
      for (let step = 0; step < 20; step++) await play.change();
      for (let step = 0; step < 20; step++) {
        const entry = play.pick(play.entries);
        if (entry !== undefined) await play.takeBack(entry);
      }
    }
  },
  patient(90_000),
);

test(
  "taken back in the opposite order, all that is set up reads as it did before",
  async () => {
    const play = new Play(4711);
    for (const kind of KINDS) await play.begin(kind);
    const readAll = async () => Promise.all(KINDS.map(async (kind) => sorted(await kind.read(send))));
    const before = await readAll();
    const done = play.entries.length;
    for (let step = 0; step < 60; step++) await play.change();
    for (const { id } of play.entries.slice(done).toReversed()) await send(`POST /audit/${id}/undo`);
    expect(await readAll()).toEqual(before);
  },
  patient(60_000),
);

const exported = async () =>
  (await service.call("GET /api/v1/exports/inventory?format=json", { token })).text.replaceAll(
    /"updated_at":\s*"[^"]*"/g,
    "",
  );

/** As many as one request changes. */
const BULK = 200;

test(
  "after bulk edits of 500 devices were taken back, in any order, the inventory exports as before",
  async () => {
    await send("POST /topology/devices/import", {
      devices: Array.from({ length: 500 }, (_, at) => ({
        hostname: `edited-${at}`,
        mac_address: `00:00:0c:00:${hex(at >> 8)}:${hex(at)}`,
        lifecycle: at % 2 === 0 ? "active" : "planned",
        tags: [`row-${at % 7}`],
      })),
    });
    const listed = z.array(z.looseObject({ id: z.int(), hostname: z.string().nullable() }));
    const ids = listed
      .parse((await send("GET /topology/devices")).body)
      .flatMap(({ id, hostname }) => (hostname?.startsWith("edited-") === true ? [id] : []));
    expect(ids).toHaveLength(500);
    const before = await exported();
    const entries: number[] = [];
    for (let start = 0; start < ids.length; start += BULK) {
      const edit = { lifecycle: "retired", vendor: "Other", add_tags: ["moved"], remove_tags: ["row-3"] };
      const device_ids = ids.slice(start, start + BULK);
      entries.push((await send("POST /topology/devices/bulk-update", { device_ids, ...edit })).entry);
    }
    expect(await exported()).not.toBe(before);
    const [first, ...others] = entries;
    for (const entry of [...others, first]) await send(`POST /audit/${entry}/undo`);
    expect(await exported()).toBe(before);
  },
  patient(60_000),
);

const hex = (octet: number) => (octet & 255).toString(16).padStart(2, "0");

test(
  "after an import that changed 500 devices was taken back, and that undo in turn, the inventory exports as then",
  async () => {
    const rows = (notes: string) => ({
      devices: Array.from({ length: 500 }, (_, at) => ({ hostname: `bulk-${at}`, notes: `${notes} ${at}` })),
    });
    await send("POST /topology/devices/import?mode=upsert", rows("before"));
    const before = await exported();
    const { entry } = await send("POST /topology/devices/import?mode=upsert", rows("after"));
    const after = await exported();
    expect(after).not.toBe(before);
    const undone = await send(`POST /audit/${entry}/undo`);
    expect(await exported()).toBe(before);
    await send(`POST /audit/${AuditUndo.parse(undone.body).undo_audit_id}/undo?scope=request`);
    expect(await exported()).toBe(after);
  },
  patient(60_000),
);

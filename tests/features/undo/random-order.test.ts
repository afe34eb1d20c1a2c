import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { AuditUndo } from "../../../src/features/undo/models";
import { createTestService } from "../../support/app";
import { patient } from "../../support/patience";
import { randomOf } from "../../support/random";
import { rounds } from "../../support/rounds";
import { emptyWorld, remove, takeBack, update, type Change, type Fields, type Kind } from "./world";

/** Random edits and deletions, taken back in random order, against a model of what each entry says. */
const service = await createTestService();
afterAll(service.close);
const token = await service.tokenOf(await service.givenAdmin());
const API = "/api/v1";

const PATHS: Record<Kind, string> = { device: "devices", link: "relationships", site: "sites" };
const Created = z.looseObject({ id: z.int() });

type Entry = { id: number; change: Change; takenBackBy?: Entry };

const isTakenBack = ({ takenBackBy: by }: Entry): boolean => by !== undefined && !isTakenBack(by);

const toRequest = ({ text, site, source, target, type }: Fields): Record<string, unknown> => ({
  ...(text !== undefined && { notes: text, description: text }),
  ...(site !== undefined && { site_id: site }),
  ...(source !== undefined && {
    source_device_id: source,
    target_device_id: target,
    relationship_type: type,
  }),
});

async function send(method: string, path: string, body?: unknown) {
  const answer = await service.call(`${method} ${API}/topology/${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return { body: answer.body, entry: Number(answer.headers.get("X-Audit-Id")) };
}

const Stored = z.array(
  z.object({
    id: z.coerce.number(),
    fields: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  }),
);

async function readWorld() {
  const { sql } = service.database;
  const read = async (rows: PromiseLike<unknown>) =>
    new Map(Stored.parse([...z.array(z.unknown()).parse(await rows)]).map(({ id, fields }) => [id, fields]));
  return {
    device: await read(
      sql`SELECT id, jsonb_build_object('text', notes, 'site', site_id) AS fields FROM devices ORDER BY id`,
    ),
    link: await read(sql`SELECT id, jsonb_build_object('text', notes, 'source', source_device_id, 'target', target_device_id,
      'type', relationship_type) AS fields FROM relationships ORDER BY id`),
    site: await read(
      sql`SELECT id, jsonb_build_object('text', description) AS fields FROM sites ORDER BY id`,
    ),
  };
}

const sorted = (world: ReturnType<typeof emptyWorld>) =>
  Object.fromEntries(Object.entries(world).map(([kind, of]) => [kind, [...of].sort(([a], [b]) => a - b)]));

let names = 0;

class Play {
  readonly world = emptyWorld();
  readonly entries: Entry[] = [];
  readonly random: () => number;

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  pick<Item>(list: readonly Item[]): Item | undefined {
    return list[Math.floor(this.random() * list.length)];
  }

  async create(kind: Kind): Promise<void> {
    names += 1;
    const [source, target] = [...this.world.device.keys()].sort(() => this.random() - 0.5);
    if (kind === "link" && (source === undefined || target === undefined)) return;
    const site = this.pick([...this.world.site.keys(), null]) ?? null;
    const fields: Fields =
      kind === "link"
        ? { text: null, source: source ?? 0, target: target ?? 0, type: `type ${names}` }
        : { text: null, ...(kind === "device" && { site }) };
    const { body, entry } = await send("POST", PATHS[kind], {
      ...toRequest(fields),
      name: `${kind} ${names}`,
    });
    const { id } = Created.parse(body);
    this.world[kind].set(id, fields);
    this.entries.push({ id: entry, change: { kind, id, type: "created", after: fields } });
  }

  async change(): Promise<void> {
    const kind = this.pick(["device", "device", "link", "site"] as const) ?? "device";
    const id = this.pick([...this.world[kind].keys()]);
    if (id === undefined) return;
    const path = `${PATHS[kind]}/${id}`;
    if (this.random() < 0.35) {
      const { entry } = await send("DELETE", path);
      this.entries.push({ id: entry, change: remove(this.world, kind, id) });
      return;
    }
    const text = this.pick(["a", "b", "c", null]) ?? null;
    const moves = kind === "device" && this.random() < 0.5;
    const fields: Fields = moves ? { site: this.pick([...this.world.site.keys(), null]) ?? null } : { text };
    const { entry } = await send("PATCH", path, toRequest(fields));
    this.entries.push({ id: entry, change: update(this.world, { kind, id }, fields) });
  }

  async takeBack(entry: Entry): Promise<void> {
    const answer = await service.call(`POST ${API}/audit/${entry.id}/undo`, { token });
    const effect = isTakenBack(entry) ? undefined : takeBack(this.world, entry.change);
    expect(answer.status).toBe(effect === undefined ? 409 : 200);
    expect(sorted(await readWorld())).toEqual(sorted(this.world));
    if (effect === undefined) return;
    const id = AuditUndo.parse(answer.body).undo_audit_id ?? 0;
    entry.takenBackBy = { id, change: effect };
    this.entries.push(entry.takenBackBy);
  }
}

const seeds = Array.from({ length: rounds(75) }, (_, index) => index + 1);

test(
  "each undo does what the model says, whatever the order",
  async () => {
    for (const seed of seeds) {
      await service.database.sql`TRUNCATE devices, sites CASCADE`;
      const play = new Play(seed);
      for (const kind of ["site", "site", "device", "device", "device", "link", "link"] as const)
        await play.create(kind);
      for (let count = 0; count < 5; count++) await play.change();
      for (let count = 0; count < 6; count++) {
        const entry = play.pick(play.entries);
        if (entry !== undefined) await play.takeBack(entry);
      }
    }
  },
  patient(90_000),
);

test("taken back in the opposite order, nothing stays of what was done", async () => {
  const play = new Play(4711);
  await service.database.sql`TRUNCATE devices, sites CASCADE`;
  for (const kind of ["site", "site", "device", "device", "device", "link", "link"] as const)
    await play.create(kind);
  const before = sorted(await readWorld());
  const done = play.entries.length;
  for (let count = 0; count < 12; count++) await play.change();
  for (const entry of play.entries.slice(done).toReversed()) await play.takeBack(entry);
  expect(sorted(await readWorld())).toEqual(before);
});

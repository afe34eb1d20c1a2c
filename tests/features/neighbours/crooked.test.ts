import { afterAll, describe, expect, test } from "bun:test";
import { closePeers, startDatagramPeer } from "../monitoring/probes/given";
import { startCrookedAgent } from "../tools/network-device";
import { givenNeighbourService, ScanAnswer } from "./given";

const { givenAgentDevice, scan, list } = await givenNeighbourService();
afterAll(closePeers);

const CHASSIS = "1.0.8802.1.1.2.1.4.1.1.5";
const CHASSIS_SUBTYPE = "1.0.8802.1.1.2.1.4.1.1.4";
const ELSEWHERE = "1.3.9";

/**
 * What a scan gives of an agent that answers for the table of neighbours as it is told, and leaves all other tables at
 * once.
 */
async function scanCrooked(
  follow: (name: string, count: number) => string,
  valueOf: (count: number) => Buffer = (count) => Buffer.from(`chassis ${count}`),
) {
  const agent = await startCrookedAgent((name, count) =>
    name.startsWith(CHASSIS)
      ? { name: follow(name, count), value: valueOf(count) }
      : { name: ELSEWHERE, value: valueOf(count) },
  );
  const id = await givenAgentDevice(agent, { display_name: `crooked ${agent.port}` });
  const answer = await scan(id);
  return { ...answer, ...ScanAnswer.parse(answer.body), heard: agent.heard, id };
}

describe("an agent", () => {
  test("with a million neighbours is cut after 512 rows, and says so", async () => {
    const { neighbours, notes, heard, error } = await scanCrooked((_, count) => `${CHASSIS}.0.7.${count}`);
    expect({ error, notes }).toEqual({ error: null, notes: ["LLDP: only the first 512 rows were read"] });
    expect(neighbours).toHaveLength(512);
    expect(heard.length).toBeLessThan(540);
  });

  test("whose table goes in circles is believed once around", async () => {
    const { neighbours, notes } = await scanCrooked((name) =>
      name === `${CHASSIS}.0.1.2` ? `${CHASSIS}.0.1.1` : `${CHASSIS}.0.1.2`,
    );
    expect(neighbours).toHaveLength(1);
    expect(notes).toEqual(["LLDP: broken off: the agent's rows are not in order, or go in circles"]);
  });

  test("that gives the same row for one time after the other has one neighbour", async () => {
    let mark = 0;
    const { neighbours } = await scanCrooked(
      () => (++mark <= 20 ? `${CHASSIS}.${mark}.3.1` : ELSEWHERE),
      () => Buffer.from("one chassis"),
    );
    expect(neighbours).toMatchObject([{ local_port_index: 3, remote_chassis_id: "one chassis" }]);
  });

  test("whose answers stop in the middle is believed as far as it came, and nothing is called gone", async () => {
    let isWhole = true;
    const agent = await startCrookedAgent((name, count) => {
      if (!name.startsWith(CHASSIS)) return { name: ELSEWHERE, value: Buffer.from("x") };
      const row = name === CHASSIS ? 1 : Number(name.split(".").at(-1)) + 1;
      // A name out of order breaks it off.
      if (row > (isWhole ? 4 : 2))
        return { name: isWhole ? ELSEWHERE : `${CHASSIS}.0.1.1`, value: Buffer.from("x") };
      return { name: `${CHASSIS}.0.${row}.${row}`, value: Buffer.from(`chassis ${row} ${count > 0}`) };
    });
    const id = await givenAgentDevice(agent, { display_name: "half" });
    await scan(id);
    isWhole = false;
    const half = ScanAnswer.parse((await scan(id)).body);
    expect(half.neighbours).toHaveLength(2);
    const all = (await list(`?source_device_id=${id}`)).body;
    expect(all).toHaveLength(4);
    expect((await list(`?source_device_id=${id}&is_seen=false`)).body).toEqual([]);
  });

  test("that never answers, or floods, is an answer with the reason", async () => {
    const silent = await startDatagramPeer(() => []);
    const flood = await startDatagramPeer(() => Array.from({ length: 200 }, () => Buffer.from("no answer")));
    const answers = await Promise.all(
      [silent, flood].map(async (agent) =>
        scan(await givenAgentDevice(agent, { display_name: `bad ${agent.port}` })),
      ),
    );
    expect(answers.map(({ status, body }) => [status, ScanAnswer.parse(body).error])).toEqual([
      [200, "no answer within 1000 ms; to a community that it does not know an agent is silent, too"],
      [200, "33 datagrams, none an answer"],
    ]);
  });
});

/** Numbers that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test.each([1, 2, 3])(
  "hostile octets in every column come out as short lines that drive nothing (seed %d)",
  async (seed) => {
    const random = randomFrom(seed);
    const octets = () => {
      const made = Buffer.from(
        Array.from({ length: Math.floor(random() * 300) }, () => Math.floor(random() * 256)),
      );
      const hostile = [
        "\0",
        "\u001b[2J",
        "\u202e",
        "'; DROP TABLE devices; --",
        "<script>",
        "\ud83d",
        "\r\n",
      ];
      return random() < 0.5 ? made : Buffer.from(hostile[Math.floor(random() * hostile.length)] ?? "");
    };
    const tables = [
      CHASSIS,
      CHASSIS_SUBTYPE,
      ...[6, 7, 8, 9, 10].map((column) => CHASSIS.replace(/5$/, String(column))),
    ];
    const agent = await startCrookedAgent((name) => {
      const table = tables.find((column) => name === column || name.startsWith(`${column}.`));
      if (table === undefined) return { name: ELSEWHERE, value: octets() };
      const row = name === table ? 1 : Number(name.split(".").at(-1)) + 1;
      return row > 40
        ? { name: ELSEWHERE, value: octets() }
        : { name: `${table}.0.${row}.${row}`, value: octets() };
    });
    const id = await givenAgentDevice(agent, { display_name: `hostile ${seed}` });
    const { status, text, body } = await scan(id);
    expect(status).toBe(200);
    const { neighbours, error } = ScanAnswer.parse(body);
    expect(error).toBeNull();
    expect(neighbours.length).toBeGreaterThan(20);
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    expect(text).not.toMatch(/[\u0000-\u001f\u202e]/);
    for (const value of neighbours.flatMap((row) => Object.values(row)))
      if (typeof value === "string") expect(value.length).toBeLessThanOrEqual(255);
    expect((await list(`?source_device_id=${id}`)).status).toBe(200);
  },
);

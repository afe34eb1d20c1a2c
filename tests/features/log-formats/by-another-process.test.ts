import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { LogFormatRead } from "../../../src/features/log-formats/models";
import { announceProcess } from "../../support/announced-process";
import { createTestService } from "../../support/app";
import { createFormatService, FORMATS, PATTERN } from "./format-service";

/** One process receives and reads lines; another one of the same database is asked how its formats do. */
const receiving = await createFormatService();
const server = receiving.listen();
const presence = await announceProcess(receiving, server.url.origin);
const asked = await createTestService({
  database: receiving.database,
  settings: { SYSLOG_ENABLED: "false" },
});
afterAll(async () => {
  await presence.stop();
  await server.stop(true);
  await asked.close();
  await receiving.close();
});

test("what formats have read elsewhere is told by a process that reads nothing, by list and one by one", async () => {
  const { id } = await receiving.given({ name: "acme-gate", pattern: PATTERN });
  await receiving.received(
    ["<134>ACCEPT tcp 192.0.2.9:1 >> 198.51.100.7:443", "<134>ACCEPT tcp 192.0.2.9:2 >> 198.51.100.7:443"],
    "parser:own:acme-gate",
  );
  const read = async (path: string) => (await asked.call(`GET ${path}`, { token: receiving.token })).body;
  const [listed] = z.array(LogFormatRead).parse(await read(FORMATS));
  expect(listed?.status).toMatchObject({ state: "active", lines: 2 });
  expect(await read(`${FORMATS}/${id}`)).toMatchObject({ status: { state: "active", lines: 2 } });
});

test("a format that was made, changed or removed elsewhere is so for a test of lines at the next request", async () => {
  const line = "<134>PERMIT tcp 192.0.2.9:1 >> 198.51.100.7:443 elsewhere";
  const parserOf = async () => {
    const body = { lines: [line] };
    const answer = await asked.call("POST /api/v1/syslog/parse-test", { token: receiving.token, body });
    return z.looseObject({ events: z.array(z.looseObject({ parser: z.string() })) }).parse(answer.body)
      .events[0]?.parser;
  };
  await receiving.clear();
  const before = await parserOf();
  const { id } = await receiving.given({ name: "made-elsewhere", pattern: PATTERN });
  expect(await parserOf()).toBe("own:made-elsewhere");
  await receiving.send(`PATCH ${FORMATS}/${id}`, { name: "named-elsewhere" });
  expect(await parserOf()).toBe("own:named-elsewhere");
  await receiving.send(`DELETE ${FORMATS}/${id}`);
  expect(await parserOf()).toBe(before);
});

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

import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { MonitorRead } from "../../../../src/features/monitoring/monitors/models";
import { createMonitoringService, MONITORS } from "../monitoring-service";

const service = await createMonitoringService();
const { send, givenMonitor } = service;
afterAll(service.close);

const UNKNOWN = 987_654_321;
const NOT_FOUND = { status: 404, body: { detail: "Monitor not found" } };

describe("GET /monitors", () => {
  test("gives all by name", async () => {
    for (const name of ["zeta", "Alpha", "beta"]) await givenMonitor({ name });
    const names = z
      .array(MonitorRead)
      .parse((await send(`GET ${MONITORS}`)).body)
      .map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect(names).toContain("alpha");
  });
});

describe("favourites", () => {
  test("are each user's own, toggled by anyone who may look", async () => {
    const { id } = await givenMonitor();
    const path = `PATCH ${MONITORS}/${id}/favourite`;
    expect((await service.call(path, { token: service.viewerToken })).body).toMatchObject({
      is_favourite: true,
    });
    const favouritesOf = async (token: string) =>
      (await service.call(`GET ${MONITORS}/favourites`, { token })).body;
    expect(await favouritesOf(service.viewerToken)).toEqual([id]);
    expect(await favouritesOf(service.token)).not.toContain(id);
    expect((await send(`GET ${MONITORS}/${id}`)).body).toMatchObject({ is_favourite: false });
    expect((await service.call(path, { token: service.viewerToken })).body).toMatchObject({
      is_favourite: false,
    });
    expect(await favouritesOf(service.viewerToken)).toEqual([]);
    expect(await send(`PATCH ${MONITORS}/${UNKNOWN}/favourite`)).toMatchObject(NOT_FOUND);
  });
});

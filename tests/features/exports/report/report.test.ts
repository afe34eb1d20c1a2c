import { afterAll, expect, test } from "bun:test";
import { createTestService } from "../../../support/app";

const service = await createTestService();
const { sql } = service.database;
afterAll(service.close);

const PATH = "GET /api/v1/exports/report.pdf";
const tokenOf = async (role: string) => service.tokenOf(await service.givenUser({ role }));

test("an empty system has a report", async () => {
  const token = await tokenOf("NetworkAdmin");
  const answer = await service.call(PATH, { token });
  expect(answer.text.slice(0, 5)).toBe("%PDF-");
  expect(answer.status).toBe(200);
});

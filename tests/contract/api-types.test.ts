import { afterAll, expect, test } from "bun:test";
import { API_TYPES_FILE, apiTypesOf } from "../support/api-types";
import { createTestService } from "../support/app";
import { readDocument } from "../support/conformance";

const service = await createTestService();
afterAll(service.close);

test("the UI's types of the API are those of the present document: else run `bun run generate:api`", async () => {
  const present = await apiTypesOf(await readDocument(service.app));
  const isSame = (await Bun.file(API_TYPES_FILE).text()) === present;
  expect(isSame).toBe(true);
});

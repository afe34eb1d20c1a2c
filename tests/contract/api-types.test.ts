import { afterAll, expect, test } from "bun:test";
import { API_TYPES_FILE, apiTypesOf } from "../support/api-types";
import { createTestService } from "../support/app";
import { readDocument } from "../support/conformance";
import { formattedPage, SAFE_WRITES_FILE } from "../support/safe-writes-page";

const service = await createTestService();
afterAll(service.close);
const document = await readDocument(service.app);

test("the UI's types of the API are those of the present document: else run `bun run generate:api`", async () => {
  const present = await apiTypesOf(document);
  const isSame = (await Bun.file(API_TYPES_FILE).text()) === present;
  expect(isSame).toBe(true);
});

test("the page of safe writes is that of the present document: else run `bun run generate:safe-writes`", async () => {
  const isSame = (await Bun.file(SAFE_WRITES_FILE).text()) === (await formattedPage(document));
  expect(isSame).toBe(true);
});

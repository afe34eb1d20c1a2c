import { afterAll, expect, test } from "bun:test";
import { createTestService } from "../../support/app";
import { configurator, givenEverything } from "./given";

const [full, empty] = await Promise.all([createTestService(), createTestService()]);
afterAll(() => Promise.all([full.close(), empty.close()]));
const source = configurator(full, await full.tokenOf(await full.givenAdmin()));
const target = configurator(empty, await empty.tokenOf(await empty.givenAdmin()));
await givenEverything(source);

test("an export, applied to an empty service, exports the same octets there", async () => {
  const bundle = await source.exported();
  const secrets = await target.secretsFor(bundle, (name) =>
    name.endsWith("request_headers") ? '{"Accept":"text/plain"}' : "a-secret-of-some-length",
  );
  const answer = await target.sendWith("apply", bundle, secrets);
  expect(answer.text).toContain('"audit_id":');
  expect(await target.exported()).toBe(bundle);
  expect(await target.plan(bundle)).toMatchObject({ has_changes: false, change_count: 0 });
});

test("what was exported changes nothing where it came from", async () => {
  expect(await source.plan(await source.exported())).toMatchObject({
    has_changes: false,
    missing_secrets: [],
  });
  expect(await source.plan(await source.exported("?format=json"))).toMatchObject({ has_changes: false });
});

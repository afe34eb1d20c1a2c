import { afterAll, describe, expect, test } from "bun:test";
import { hashPassword, verifyPassword } from "#features/users";
import { createTestService, uniqueAddress, uniqueName } from "../../support/app";
import { strongPictures } from "../../support/passwords";
import { patient } from "../../support/patience";

/** Fault 34. The normal form is RFC 8265's OpaqueString: plain spaces, then NFC. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(() => service.close());

const create = (password: string, username = uniqueName("secret")) =>
  service.call("POST /api/v1/auth/users", { token, body: { username, password } });

const login = (username: string, password: string) =>
  service.call("POST /api/v1/auth/login", { body: { username, password }, peer: uniqueAddress() });

async function isSame(stored: string, given: string): Promise<boolean> {
  return verifyPassword(await hashPassword(stored), given);
}

describe("fault 34: the same password", () => {
  test("is one that another system composes or decomposes: Unicode NFC and NFD", async () => {
    const composed = "Caf\u00e9 \u00c5ngstr\u00f6m \ud55c\uae00";
    expect(await isSame(composed, composed.normalize("NFD"))).toBe(true);
    expect(await isSame(composed.normalize("NFD"), composed)).toBe(true);
  });

  test("is one with another kind of space", async () => {
    expect(await isSame("correct\u00a0horse\u3000battery", "correct horse battery")).toBe(true);
  });

  test.each([
    ["another case", "Long Enough Password", "long enough password"],
    ["a blank at the end", "long enough password ", "long enough password"],
    ["a compatibility form", "\ufb01fty long words!", "fifty long words!"],
    ["a wide letter", "\uff50assword long enough", "password long enough"],
    ["a zero-width joiner", "pass\u200dword long enough", "password long enough"],
    ["one more character at the end of 256", "p".repeat(255), `${"p".repeat(255)}q`],
    ["a change after byte 72", `${"p".repeat(72)}a`, `${"p".repeat(72)}b`],
  ])("is not one with %s", async (_, stored, given) => {
    expect(await isSame(stored, given)).toBe(false);
  });
});

describe("fault 34: a password to be set", () => {
  test("is counted in characters, not in bytes or halves of them", async () => {
    expect((await create(strongPictures(11))).status).toBe(422);
    const username = uniqueName("secret");
    expect((await create(strongPictures(256), username)).status).toBe(201);
    expect((await login(username, strongPictures(256))).status).toBe(200);
    expect((await login(username, strongPictures(255))).status).toBe(401);
    expect((await create(strongPictures(257))).status).toBe(422);
  });

  test("signs in by its other normal form", async () => {
    const username = uniqueName("secret");
    const password = "f\u00e9e \u00e8re \u00eatre no\u00ebl";
    expect((await create(password, username)).status).toBe(201);
    expect((await login(username, password.normalize("NFD"))).status).toBe(200);
  });

  test.each([
    ["11 characters", "p".repeat(11), "string_too_short"],
    ["257 characters", "p".repeat(257), "string_too_long"],
    ["250 KB", "p".repeat(250_000), "string_too_long"],
    ["NUL inside", "long enough \0 password", "value_error"],
    ["half a character", "long enough \ud83d password", "string_unicode"],
  ])("of %s is refused before it is hashed", async (_, password, type) => {
    const started = performance.now();
    expect(await create(password)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "password"], type }] },
    });
    expect(performance.now() - started).toBeLessThan(patient(500));
  });

  test("of 1 MB is not even read to its end", async () => {
    expect((await create("p".repeat(1_000_000))).status).toBe(413);
  });

  test("may have every other character: none is lost on the way", async () => {
    for (const password of [
      " leading and trailing ",
      "quotes \" ' \\ and %s ${x}",
      "tab\tand\nline\u2028",
      "<b>&amp;</b> ☃ ᚠ",
    ]) {
      const username = uniqueName("secret");
      expect((await create(password, username)).status).toBe(201);
      expect((await login(username, password)).status).toBe(200);
      expect(
        (await login(username, password.trim() === password ? `${password} ` : password.trim())).status,
      ).toBe(401);
    }
  });
});

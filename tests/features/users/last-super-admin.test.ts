import { afterEach, describe, expect, test } from "bun:test";
import { createTestService, type TestService } from "../../support/app";

/** The last active SuperAdmin stays, whoever tries what at the same time, on whichever replica. */
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const service of open.splice(0).toReversed()) await service.close();
});

const REFUSED = { status: 409, body: { detail: "At least one active SuperAdmin must remain" } };

async function givenAdmins(count: number) {
  const service = await createTestService();
  const replica = await createTestService({ database: service.database });
  open.push(service, replica);
  const admins = await Promise.all(
    Array.from({ length: count }, async () => {
      const user = await service.givenAdmin();
      return { ...user, token: await service.tokenOf(user) };
    }),
  );
  return { service, replica, admins };
}

const change = (on: TestService, token: string, [id, body]: [number, unknown]) =>
  on.call(`PATCH /api/v1/auth/users/${id}`, { token, body });

async function activeAdmins(service: TestService): Promise<number> {
  const rows = await service.database.sql`SELECT FROM users WHERE role = 'SuperAdmin' AND is_active`;
  return rows.length;
}

describe("the last active SuperAdmin", () => {
  test.each([{ role: "Viewer" }, { is_active: false }, { role: "NoSuchRole" }])(
    "refuses %j for itself",
    async (body) => {
      const { service, admins } = await givenAdmins(1);
      const [admin] = admins;
      expect(await change(service, admin?.token ?? "", [admin?.id ?? 0, body])).toMatchObject(REFUSED);
      expect(await activeAdmins(service)).toBe(1);
    },
  );

  test("may go once there is another active one, not a disabled one", async () => {
    const { service, admins } = await givenAdmins(2);
    const [first, second] = [admins[0]?.id ?? 0, admins[1]?.id ?? 0];
    const token = admins[0]?.token ?? "";
    expect((await change(service, token, [second, { is_active: false }])).status).toBe(200);
    expect(await change(service, token, [first, { role: "Viewer" }])).toMatchObject(REFUSED);
    expect((await change(service, token, [second, { is_active: true }])).status).toBe(200);
    expect((await change(service, token, [first, { role: "Viewer" }])).status).toBe(200);
    expect(await activeAdmins(service)).toBe(1);
  });
});

describe("at the same moment, on two replicas", () => {
  test.each([{ role: "Viewer" }, { is_active: false }])(
    "two who give each other %j leave one",
    async (body) => {
      for (let round = 0; round < 5; round++) {
        const { service, replica, admins } = await givenAdmins(2);
        const [first, second] = admins;
        const answers = await Promise.all([
          change(service, first?.token ?? "", [second?.id ?? 0, body]),
          change(replica, second?.token ?? "", [first?.id ?? 0, body]),
        ]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(await activeAdmins(service)).toBe(1);
      }
    },
  );

  test("ten who all step down leave one", async () => {
    const { service, replica, admins } = await givenAdmins(10);
    const answers = await Promise.all(
      admins.map(({ id, token }, index) =>
        change(index % 2 === 0 ? service : replica, token, [id, { role: "Viewer" }]),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await activeAdmins(service)).toBe(1);
  });
});

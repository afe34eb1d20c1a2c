import { describe, expect, test } from "bun:test";
import { z } from "zod";
import {
  createTestService,
  uniqueName,
  type Answer,
  type TestService,
  type TestUser,
} from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { startTestProvider } from "../../support/oidc-provider";
import { createSsoService, outcomeOf, personsOf, signInBySso, ssoTokenOf } from "../../support/sso";

/** Whose session a sign-in opens, and with which role. */
const provider = await startTestProvider();
const givenPerson = personsOf(provider);
const first = await createSsoService(provider);
const { database } = first;
const auditOf = await createAuditReader(first);
const adminToken = await first.tokenOf(await first.givenAdmin());

const PROVISIONING = { OIDC_AUTO_PROVISION: "true" };
const serviceWith = (settings: Record<string, string>, on = provider) =>
  createSsoService(on, { settings, database });

const Me = z.object({ id: z.int(), username: z.string(), role: z.string(), auth_source: z.string() });

async function meOf(answer: Answer) {
  const me = await first.call("GET /api/v1/auth/me", { token: ssoTokenOf(answer) });
  return Me.parse(me.body);
}

/** A local user with that mail address, as an administrator makes one. */
async function givenUserWithEmail(email: string, role = "Viewer") {
  const user = await first.givenUser({ role });
  await patch(user.id, { email });
  return user;
}

const patch = (userId: number, body: unknown) =>
  first.call(`PATCH /api/v1/auth/users/${userId}`, { token: adminToken, body });

/** As a user does it in the own profile. */
async function writeOwnAddress(on: TestService, user: TestUser, email: string): Promise<void> {
  const body = { email, proof: { password: user.password } };
  const { status, text } = await on.call("PATCH /api/v1/auth/me", { token: await on.tokenOf(user), body });
  if (status !== 200) throw new Error(text);
}

const givenEmail = () => `${uniqueName("mail")}@example.com`;

describe("account search: the one user with the verified mail address", () => {
  test("is linked at the first sign-in, keeps role and password, and is found by the subject from then on", async () => {
    const email = givenEmail();
    const user = await givenUserWithEmail(email, "NetworkAdmin");
    const person = givenPerson({ email: email.toUpperCase() });
    expect(await meOf(await signInBySso(first, person))).toMatchObject({
      id: user.id,
      role: "NetworkAdmin",
      auth_source: "oidc",
    });
    expect((await first.sessionOf(user)).token).not.toBe("");
    await patch(user.id, { email: "" });
    expect((await meOf(await signInBySso(first, person))).id).toBe(user.id);
    const rows = await auditOf(`user:${user.username}`, "auth.oidc_identity_linked");
    expect(rows).toMatchObject([{ actor_user_id: user.id, detail: `issuer=${provider.issuer}` }]);
  });

  test.each<[string, string, Record<string, unknown>]>([
    ["account_not_linked", "email_verified is false and tolerated", { email_verified: false }],
    ["/", "it is verified", {}],
  ])("%s where %s", async (outcome, _, claims) => {
    const email = givenEmail();
    await givenUserWithEmail(email);
    const service = await serviceWith({ OIDC_ALLOW_UNVERIFIED_EMAIL: "true" });
    expect(outcomeOf(await signInBySso(service, givenPerson({ email, ...claims })))).toBe(outcome);
  });

  test("account_not_linked where linking is off, where two users have the address, where nobody has it", async () => {
    const [email, shared] = [givenEmail(), givenEmail()];
    await givenUserWithEmail(email);
    const strict = await serviceWith({ OIDC_LINK_BY_EMAIL: "false" });
    expect(outcomeOf(await signInBySso(strict, givenPerson({ email })))).toBe("account_not_linked");
    await givenUserWithEmail(shared);
    await givenUserWithEmail(shared);
    expect(outcomeOf(await signInBySso(first, givenPerson({ email: shared })))).toBe("account_not_linked");
    const stranger = givenPerson();
    expect(outcomeOf(await signInBySso(first, stranger))).toBe("account_not_linked");
    const rows = await auditOf(`user:${stranger}@example.com`, "auth.oidc_login_failed");
    expect(rows).toMatchObject([
      { actor_user_id: null, detail: expect.stringMatching(/^code=account_not_linked /) },
    ]);
  });

  test("account_not_linked where the user is linked to somebody else at the provider", async () => {
    const email = givenEmail();
    await givenUserWithEmail(email);
    expect(outcomeOf(await signInBySso(first, givenPerson({ email })))).toBe("/");
    expect(outcomeOf(await signInBySso(first, givenPerson({ email })))).toBe("account_not_linked");
  });

  test("another provider's subject of the same name is somebody else", async () => {
    const other = await startTestProvider();
    const person = givenPerson();
    other.people.set(person, { email: `${person}@example.net`, email_verified: true });
    const mine = await meOf(await signInBySso(await serviceWith(PROVISIONING), person));
    const theirs = await meOf(await signInBySso(await serviceWith(PROVISIONING, other), person));
    expect(theirs.id).not.toBe(mine.id);
  });

  test("an address that users wrote into their own profile links nobody, until an administrator writes it", async () => {
    const email = givenEmail();
    const squatter = await first.givenUser();
    await writeOwnAddress(first, squatter, email);
    const person = givenPerson({ email });
    expect(outcomeOf(await signInBySso(first, person))).toBe("account_not_linked");
    await patch(squatter.id, { email, role: "Viewer" });
    expect(outcomeOf(await signInBySso(first, person))).toBe("account_not_linked");
    const owner = await givenUserWithEmail(email);
    await writeOwnAddress(first, owner, email);
    expect((await meOf(await signInBySso(first, person))).id).toBe(owner.id);
  });

  test("a SuperAdmin's own address counts: nobody gave the role to a stranger", async () => {
    const email = givenEmail();
    const admin = await first.givenAdmin();
    await writeOwnAddress(first, admin, email);
    expect(await meOf(await signInBySso(first, givenPerson({ email })))).toMatchObject({
      id: admin.id,
      role: "SuperAdmin",
    });
  });
});

describe("account_disabled:", () => {
  test("a user who would be linked", async () => {
    const email = givenEmail();
    const user = await givenUserWithEmail(email);
    await patch(user.id, { is_active: false });
    const person = givenPerson({ email });
    const service = await serviceWith(PROVISIONING);
    expect(outcomeOf(await signInBySso(service, person))).toBe("account_disabled");
    await patch(user.id, { is_active: true });
    expect((await meOf(await signInBySso(service, person))).id).toBe(user.id);
  });

  test("a user who was linked before; the refusal is recorded under the user's name", async () => {
    const person = givenPerson();
    const service = await serviceWith(PROVISIONING);
    const { id, username } = await meOf(await signInBySso(service, person));
    await patch(id, { is_active: false });
    expect(outcomeOf(await signInBySso(service, person))).toBe("account_disabled");
    expect(await auditOf(`user:${username}`, "auth.oidc_login_failed")).toMatchObject([
      { actor_user_id: null, detail: expect.stringMatching(/^code=account_disabled /) },
    ]);
  });
});

describe("account search: a new user, where provisioning is on", () => {
  test("is named after the mail address, in any case a name that nobody has", async () => {
    const service = await serviceWith(PROVISIONING);
    const names = async (email: string) =>
      (await meOf(await signInBySso(service, givenPerson({ email })))).username;
    const stem = uniqueName("Jörg+o'Neil");
    const expected = stem.replace(/[^\w.-]/g, ".");
    expect(await names(`${stem}@example.com`)).toBe(expected);
    expect(await names(`${stem}@example.net`)).toBe(`${expected}.2`);
    expect(await names(`${stem.toUpperCase()}@example.org`)).toBe(`${expected.toUpperCase()}.3`);
    expect(await names("ab@example.com")).toBe("user.ab");
    expect(await names(`${"l".repeat(64)}@example.com`)).toBe("l".repeat(60));
  });

  test("has no password that anybody knows, and can be given one", async () => {
    const service = await serviceWith(PROVISIONING);
    const { id, username } = await meOf(await signInBySso(service, givenPerson()));
    const [row] = await database.sql`
      SELECT has_local_password, password_hash FROM users WHERE id = ${id}`;
    expect(row).toEqual({ has_local_password: false, password_hash: expect.stringMatching(/^\$argon2id\$/) });
    const body = { new_password: "a password that is given" };
    await first.call(`POST /api/v1/auth/users/${id}/reset-password`, { token: adminToken, body });
    const login = { username, password: body.new_password };
    expect((await first.call("POST /api/v1/auth/login", { body: login })).status).toBe(200);
  });

  test("is one user, however many first sign-ins come together", async () => {
    const replica = await serviceWith(PROVISIONING);
    const service = await serviceWith(PROVISIONING);
    const person = givenPerson();
    const answers = await Promise.all([service, replica, service].map((on) => signInBySso(on, person)));
    const ids = await Promise.all(answers.map(async (answer) => (await meOf(answer)).id));
    expect(new Set(ids).size).toBe(1);
  });

  test("is audited with what it was given, without a hash", async () => {
    const service = await serviceWith({ ...PROVISIONING, OIDC_DEFAULT_ROLE: "SecurityAnalyst" });
    const { username } = await meOf(await signInBySso(service, givenPerson()));
    const [row] = await auditOf(`user:${username}`, "auth.oidc_user_provisioned");
    expect(row).toMatchObject({
      actor_username: username,
      detail: `role=SecurityAnalyst issuer=${provider.issuer}`,
      after: { username, role: "SecurityAnalyst" },
    });
    expect(JSON.stringify(row)).not.toContain("argon2");
  });
});

describe("roles:", () => {
  const MAPPINGS = JSON.stringify({
    everyone: "Viewer",
    custom: "Helpdesk",
    analysts: "SecurityAnalyst",
    admins: "NetworkAdmin",
    roots: "SuperAdmin",
    ghosts: "No such role",
  });
  const mapped = { ...PROVISIONING, OIDC_ROLE_MAPPINGS: MAPPINGS, OIDC_DEFAULT_ROLE: "Viewer" };
  const managed = { ...mapped, OIDC_MANAGE_ROLES: "true" };

  test.each<[string, unknown, Record<string, string>?]>([
    ["Viewer", []],
    ["Viewer", undefined],
    ["Viewer", ["unmapped"]],
    ["Viewer", ["ghosts"]],
    ["Viewer", { groups: "admins" }],
    ["NetworkAdmin", "admins"],
    ["NetworkAdmin", ["analysts", "admins", "everyone"]],
    ["Helpdesk", ["custom", "ghosts"]],
    ["Viewer", ["custom", "everyone"]],
    ["Viewer", ["roots"]],
    ["NetworkAdmin", ["roots", "admins"]],
    ["SuperAdmin", ["roots", "admins"], { OIDC_ALLOW_SUPER_ADMIN: "true" }],
  ])("a new user becomes %s by the groups %j", async (role, groups, settings = {}) => {
    await first.call("POST /api/v1/admin/roles", { token: adminToken, body: { name: "Helpdesk" } });
    const service = await serviceWith({ ...mapped, ...settings });
    expect((await meOf(await signInBySso(service, givenPerson({ groups })))).role).toBe(role);
  });

  test("unmanaged: the role is given once, later groups change nothing", async () => {
    const service = await serviceWith(mapped);
    const person = givenPerson({ groups: ["analysts"] });
    expect((await meOf(await signInBySso(service, person))).role).toBe("SecurityAnalyst");
    provider.people.set(person, { email: `${person}@example.com`, email_verified: true, groups: ["admins"] });
    expect((await meOf(await signInBySso(service, person))).role).toBe("SecurityAnalyst");
  });

  test("managed: at every sign-in, in force at once, recorded with both roles", async () => {
    const service = await serviceWith(managed);
    const person = givenPerson({ groups: ["analysts"] });
    const before = await signInBySso(service, person);
    provider.people.set(person, { email: `${person}@example.com`, email_verified: true });
    const after = await meOf(await signInBySso(service, person));
    expect(after.role).toBe("Viewer");
    expect((await meOf(before)).role).toBe("Viewer");
    expect(await auditOf(`user:${after.username}`, "auth.oidc_role_synced")).toMatchObject([
      {
        actor_username: after.username,
        detail: "previous=SecurityAnalyst new=Viewer",
        before: { role: "SecurityAnalyst" },
        after: { role: "Viewer" },
      },
    ]);
  });

  test("managed: a linked user gets the role of its groups, too", async () => {
    const email = givenEmail();
    await givenUserWithEmail(email);
    const person = givenPerson({ email, groups: ["admins"] });
    expect((await meOf(await signInBySso(await serviceWith(managed), person))).role).toBe("NetworkAdmin");
  });

  test("managed: a SuperAdmin is lowered only where the provider may make SuperAdmins", async () => {
    const email = givenEmail();
    const admin = await givenUserWithEmail(email, "SuperAdmin");
    const person = givenPerson({ email, groups: ["analysts"] });
    const kept = await meOf(await signInBySso(await serviceWith(managed), person));
    expect(kept).toMatchObject({ id: admin.id, role: "SuperAdmin" });
    const allowed = await serviceWith({ ...managed, OIDC_ALLOW_SUPER_ADMIN: "true" });
    expect((await meOf(await signInBySso(allowed, person))).role).toBe("SecurityAnalyst");
  });

  test("managed: the last active SuperAdmin stays one", async () => {
    const alone = await createTestService();
    const admin = await alone.givenAdmin();
    const email = givenEmail();
    await writeOwnAddress(alone, admin, email);
    const service = await createSsoService(provider, {
      settings: { ...managed, OIDC_ALLOW_SUPER_ADMIN: "true" },
      database: alone.database,
    });
    const answer = await signInBySso(service, givenPerson({ email, groups: ["everyone"] }));
    const me = await alone.call("GET /api/v1/auth/me", { token: ssoTokenOf(answer) });
    expect(me.body).toMatchObject({ id: admin.id, role: "SuperAdmin" });
  });

  test("the groups may stand in another claim", async () => {
    const service = await serviceWith({ ...mapped, OIDC_GROUP_CLAIM: "name" });
    expect((await meOf(await signInBySso(service, givenPerson({ name: "admins" })))).role).toBe(
      "NetworkAdmin",
    );
  });
});

describe("a second factor", () => {
  test("is the provider's affair: a role that requires one does not ask users who come from there", async () => {
    const role = uniqueName("role");
    await first.call("POST /api/v1/admin/roles", { token: adminToken, body: { name: role } });
    const rule = `PUT /api/v1/admin/roles/${role}/second-factor`;
    await first.call(rule, { token: adminToken, body: { required: true } });
    const email = givenEmail();
    const user = await givenUserWithEmail(email, role);
    const token = ssoTokenOf(await signInBySso(first, givenPerson({ email })));
    expect((await first.call("GET /api/v1/topology/devices", { token })).status).toBe(200);
    const local = { token: await first.tokenOf(user) };
    expect(await first.call("GET /api/v1/topology/devices", local)).toMatchObject({
      status: 403,
      body: { detail: "Your role requires a second factor: enrol one first" },
    });
  });
});

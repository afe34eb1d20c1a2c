import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { IpReservationOut } from "../../../../src/features/ipam/reservations/models";
import { inTheSameMoment } from "../../../support/same-moment";
import { createIpamService, RESERVATIONS } from "../ipam-service";

const service = await createIpamService();
const { send, givenSubnet, givenReservation, newNetwork } = service;
afterAll(service.close);

const TAKEN = { status: 409, body: { detail: "This IP address is already reserved" } };
const NOT_FOUND = { status: 404, body: { detail: "Reservation not found" } };

const create = (body: object) => send(`POST ${RESERVATIONS}`, { label: "host", ...body });
const change = (id: number, body: object, headers = {}) => send(`PATCH ${RESERVATIONS}/${id}`, body, headers);
const list = async (query = "") =>
  z.array(IpReservationOut).parse((await send(`GET ${RESERVATIONS}${query}`)).body);

describe("POST /ipam/reservations", () => {
  test("keeps every field, and who made it", async () => {
    const net = newNetwork();
    const { id } = await givenSubnet(`${net}.0/24`);
    const answer = await create({
      ip_address: ` ${net}.7 `,
      subnet_id: id,
      label: " printer ",
      mac_address: "02:00:5e:10:00:0a",
      notes: "",
      expires_at: "2999-01-01T00:00:00+01:00",
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ip_address: `${net}.7`,
        subnet_id: id,
        label: "printer",
        mac_address: "02:00:5e:10:00:0a",
        notes: null,
        expires_at: "2998-12-31T23:00:00.000Z",
        reserved_by: service.admin.username,
        state: "active",
      },
    });
    const reservation = IpReservationOut.parse(answer.body);
    expect(await list()).toContainEqual(reservation);
    expect(await service.auditOf(`reservation:${reservation.id}`)).toMatchObject([
      {
        action: "ipam.reservation_created",
        before: null,
        after: { ip_address: `${net}.7`, label: "printer" },
      },
    ]);
  });

  test("one address is reserved once, however it is written; of ten at the same time one wins", async () => {
    const net = newNetwork();
    const spellings = [`${net}.1`, `::ffff:${net}.1`];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create({ ip_address: spellings[index % 2] })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    await create({ ip_address: "2001:db8::1:0:0:1" });
    expect(await create({ ip_address: "2001:0DB8:0:0:1::1" })).toMatchObject(TAKEN);
  });

  test("an expired reservation frees its address at once; of two who want it one wins", async () => {
    const ip = `${newNetwork()}.1`;
    const old = await givenReservation(ip);
    await service.expire(old.id);
    const answers = await inTheSameMoment(service.database, 2, () =>
      Promise.all([create({ ip_address: ip }), create({ ip_address: ip })]),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await send(`GET ${RESERVATIONS}/${old.id}`)).toMatchObject(NOT_FOUND);
    expect(await service.auditOf(`reservation:${old.id}`, "ipam.reservation_released")).toHaveLength(1);
  });

  test.each([
    [{ ip_address: undefined }, "ip_address"],
    [{ ip_address: "" }, "ip_address"],
    [{ ip_address: "1".repeat(65) }, "ip_address"],
    [{ ip_address: 7 }, "ip_address"],
    [{ subnet_id: "x" }, "subnet_id"],
    [{ label: undefined }, "label"],
    [{ label: " " }, "label"],
    [{ label: "x".repeat(121) }, "label"],
    [{ mac_address: "zz:zz" }, "mac_address"],
    [{ mac_address: "02:00:5e:10:00" }, "mac_address"],
    [{ mac_address: "x".repeat(65) }, "mac_address"],
    [{ notes: 5 }, "notes"],
    [{ expires_at: "tomorrow" }, "expires_at"],
  ])("%j is 422", async (fields, field) => {
    const answer = await send(`POST ${RESERVATIONS}`, { ip_address: "192.0.2.1", label: "x", ...fields });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
  });

  test.each(["10.0.0.256", "host", "10.0.0.0/24", "010.0.0.1", "fe80::1%eth0"])(
    "%s is no address",
    async (ip) => {
      expect(await create({ ip_address: ip })).toMatchObject({
        status: 422,
        body: {
          detail: [{ loc: ["body", "ip_address"], msg: `Invalid IP address: ${ip}`, type: "value_error" }],
        },
      });
    },
  );

  test("an unknown subnet is 404", async () => {
    expect(await create({ ip_address: "192.0.2.99", subnet_id: 987_654_321 })).toMatchObject({
      status: 404,
      body: { detail: "Subnet not found" },
    });
  });

  test("fault 31: id, owner and state are not the caller's to set", async () => {
    const ip = `${newNetwork()}.1`;
    const extra = { id: 1, reserved_by: "root", state: "expired", created_at: "2001-01-01T00:00:00Z" };
    const { body } = await create({ ip_address: ip, ...extra });
    expect(body).toMatchObject({ reserved_by: service.admin.username, state: "active" });
    expect(IpReservationOut.parse(body).created_at).not.toContain("2001");
  });
});

describe("GET /ipam/reservations", () => {
  test("gives all by address text, or by number; filtered by subnet and state", async () => {
    const net = newNetwork();
    const { id } = await givenSubnet(`${net}.0/24`);
    for (const host of [10, 9, 100]) await givenReservation(`${net}.${host}`);
    const expired = await givenReservation(`${net}.200`);
    await service.expire(expired.id);
    const hostsOf = async (query: string) =>
      (await list(`?subnet_id=${id}${query}`)).map(({ ip_address }) => ip_address.split(".").at(-1));
    expect(await hostsOf("")).toEqual(["10", "100", "200", "9"]);
    expect(await hostsOf("&sort=address")).toEqual(["9", "10", "100", "200"]);
    expect(await hostsOf("&state=expired")).toEqual(["200"]);
    expect(await hostsOf("&state=active&sort=address")).toEqual(["9", "10", "100"]);
    expect((await list()).find((one) => one.id === expired.id)?.state).toBe("expired");
  });

  test.each(["text", "address"])("comes in pages by %s, without skips or repeats", async (sort) => {
    const net = newNetwork();
    const { id } = await givenSubnet(`${net}.0/24`);
    for (const host of [1, 2, 3, 10, 20]) await givenReservation(`${net}.${host}`);
    const whole = await list(`?subnet_id=${id}&sort=${sort}`);
    const walked: IpReservationOut[] = [];
    let path: string | undefined = `${RESERVATIONS}?subnet_id=${id}&sort=${sort}&limit=2`;
    while (path !== undefined) {
      const answer = await send(`GET ${path}`);
      walked.push(...z.array(IpReservationOut).parse(answer.body));
      expect(answer.headers.get("X-Total-Count")).toBe("5");
      path = answer.headers.get("Link")?.match(/<(.*)>/)?.[1];
    }
    expect(walked).toEqual(whole);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=-1", "limit"],
    ["limit=1000000000", "limit"],
    ["limit=2&cursor=forged", "cursor"],
    ["sort=label", "sort"],
    ["state=gone", "state"],
    ["subnet_id=x", "subnet_id"],
  ])("%s is 422", async (query, field) => {
    expect(await send(`GET ${RESERVATIONS}?${query}`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["query", field] }] },
    });
  });

  test("of an unknown subnet: 404", async () => {
    expect((await send(`GET ${RESERVATIONS}?subnet_id=987654321`)).status).toBe(404);
  });
});

describe("PATCH /ipam/reservations/{reservation_id}", () => {
  test("changes what is given; the address stays", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/24`);
    const { id } = await givenReservation(`${net}.1`, { notes: "old", expires_at: "2999-01-01" });
    const answer = await change(id, {
      ip_address: `${net}.2`,
      label: "new",
      notes: null,
      subnet_id: subnet.id,
      mac_address: "02:00:5e:10:00:0b",
      expires_at: null,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ip_address: `${net}.1`,
        label: "new",
        notes: null,
        subnet_id: subnet.id,
        mac_address: "02:00:5e:10:00:0b",
        expires_at: null,
      },
    });
    const [row] = await service.auditOf(`reservation:${id}`, "ipam.reservation_updated");
    expect(row).toMatchObject({
      before: { notes: "old", label: `${net}.1` },
      after: { notes: null, label: "new" },
    });
  });

  test("a MAC address is stored in one form, whichever it comes in", async () => {
    const { id } = await givenReservation(`${newNetwork()}.1`, { mac_address: "0200.5E10.0001" });
    expect((await change(id, {})).body).toMatchObject({ mac_address: "02:00:5e:10:00:01" });
    expect((await change(id, { mac_address: "2:0:5e:10:0:2" })).body).toMatchObject({
      mac_address: "02:00:5e:10:00:02",
    });
  });

  test.each([
    "02:00:5E:10:00:01",
    "02-00-5e-10-00-01",
    "0200.5e10.0001",
    "02005e100001",
    " 02 00 5e 10 00 01 ",
  ])("%j is a MAC address", async (mac) => {
    const { mac_address: stored } = await givenReservation(`${newNetwork()}.1`, { mac_address: mac });
    expect(stored).toBe("02:00:5e:10:00:01");
  });

  test("a blank MAC address is none", async () => {
    const { id } = await givenReservation(`${newNetwork()}.1`, { mac_address: "02:00:5e:10:00:01" });
    expect((await change(id, { mac_address: " " })).body).toMatchObject({ mac_address: null });
  });

  test("text that is no MAC address, of an older version, is read, and stays when all else is changed", async () => {
    const { id } = await givenReservation(`${newNetwork()}.1`);
    await service.database.sql`UPDATE ip_reservations SET mac_address = 'zz:zz' WHERE id = ${id}`;
    expect(await list("?search=zz:z")).toMatchObject([{ id, mac_address: "zz:zz" }]);
    expect((await change(id, { label: "new" })).body).toMatchObject({ label: "new", mac_address: "zz:zz" });
  });

  test("one that has expired and that nobody has taken can be prolonged", async () => {
    const ip = `${newNetwork()}.1`;
    const { id } = await givenReservation(ip);
    await service.expire(id);
    expect((await change(id, { expires_at: "2999-01-01" })).body).toMatchObject({ state: "active" });
    expect(await create({ ip_address: ip })).toMatchObject(TAKEN);
  });

  test.each([
    ["subnet_id", "x"],
    ["label", ""],
    ["label", null],
    ["mac_address", "zz:zz"],
    ["mac_address", "x".repeat(65)],
    ["notes", []],
    ["expires_at", "never"],
  ])("%s: %j is 422", async (field, value) => {
    const { id } = await givenReservation(`${newNetwork()}.1`);
    expect(await change(id, { [field]: value })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", field] }] },
    });
  });

  test("404 for an unknown one and for an unknown subnet; 412 where it has changed", async () => {
    expect(await change(987_654_321, {})).toMatchObject(NOT_FOUND);
    const { id } = await givenReservation(`${newNetwork()}.1`);
    expect((await change(id, { subnet_id: 987_654_321 })).status).toBe(404);
    const tag = (await send(`GET ${RESERVATIONS}/${id}`)).headers.get("ETag") ?? "";
    expect((await change(id, { label: "a" }, { "If-Match": tag })).status).toBe(200);
    expect((await change(id, { label: "b" }, { "If-Match": tag })).status).toBe(412);
  });
});

describe("DELETE /ipam/reservations/{reservation_id}", () => {
  test("gives the address back, and is audited", async () => {
    const ip = `${newNetwork()}.1`;
    const { id } = await givenReservation(ip);
    expect(await send(`DELETE ${RESERVATIONS}/${id}?dry_run=true`)).toMatchObject({
      status: 200,
      body: { would_delete: { reservations: { count: 1, names: [ip] } } },
    });
    expect(await create({ ip_address: ip })).toMatchObject(TAKEN);
    expect((await send(`DELETE ${RESERVATIONS}/${id}`)).status).toBe(204);
    expect((await create({ ip_address: ip })).status).toBe(201);
    expect(await send(`DELETE ${RESERVATIONS}/${id}`)).toMatchObject(NOT_FOUND);
    expect(await service.auditOf(`reservation:${id}`, "ipam.reservation_deleted")).toMatchObject([
      { before: { ip_address: ip } },
    ]);
  });
});

describe("DELETE /ipam/reservations/expired", () => {
  test("removes those that have expired, says how many, and leaves the others", async () => {
    const net = newNetwork();
    await send(`DELETE ${RESERVATIONS}/expired`);
    const [kept, first, second, replaced] = [
      await givenReservation(`${net}.1`, { expires_at: "2999-01-01" }),
      await givenReservation(`${net}.2`),
      await givenReservation(`${net}.3`),
      await givenReservation(`${net}.4`),
    ];
    for (const { id } of [first, second, replaced]) await service.expire(id);
    const successor = await givenReservation(`${net}.4`);
    expect(await send(`DELETE ${RESERVATIONS}/expired`)).toMatchObject({ status: 200, body: { deleted: 2 } });
    const ids = (await list()).map(({ id }) => id);
    expect(ids).toContain(kept.id);
    expect(ids).toContain(successor.id);
    expect(ids).not.toContain(first.id);
    const [row] = await service.auditOf("reservations", "ipam.expired_reservations_deleted");
    expect(row?.detail).toBe("count=2");
    expect(JSON.stringify(row?.before)).toContain(`${net}.3`);
    expect((await send(`DELETE ${RESERVATIONS}/expired`)).body).toEqual({ deleted: 0 });
  });

  test("a dry run says which they are, and removes none", async () => {
    const net = newNetwork();
    await send(`DELETE ${RESERVATIONS}/expired`);
    const { id } = await givenReservation(`${net}.1`);
    await service.expire(id);
    expect(await send(`DELETE ${RESERVATIONS}/expired?dry_run=true`)).toMatchObject({
      status: 200,
      body: { deleted: 0, preview: { would_delete: { reservations: { count: 1, names: [`${net}.1`] } } } },
    });
    expect((await list()).map((one) => one.id)).toContain(id);
  });
});

import { describe, expect, test } from "bun:test";
import { unpack } from "#platform/packed";
import { readImport, type NeutralRow } from "../../../src/features/imports/read/read-import";
import { createSecrets, withoutUserinfo } from "../../../src/features/imports/read/secrets";
import { SOURCES } from "../../../src/features/imports/sources/sources";
import { formOf, type GivenFile } from "./given";

/** The readers alone: what they make of files, and what they refuse. */
async function read(source: string, files: readonly GivenFile[], mapping?: unknown) {
  const { text, headers } = await formOf(files, mapping);
  const { chunks, ...rest } = await readImport({
    source,
    octets: text,
    contentType: headers["Content-Type"],
  });
  const rows = chunks.flatMap((chunk): NeutralRow[] => JSON.parse(unpack(chunk)));
  return { ...rest, rows };
}

const one = (content: GivenFile["content"], name = "plan.csv") => [{ name, content }];

async function refusalOf(content: GivenFile["content"], name?: string) {
  const { issues, rows } = await read("csv", one(content, name));
  expect(rows).toEqual([]);
  return issues.map(({ loc, msg }) => [loc.join("."), msg.replace(/^Value error, /, "")]);
}

describe("files that are none are refused, with the file's name", () => {
  test.each([
    [
      "an archive",
      "PK\u0003\u0004 and more",
      "the file is an archive or a picture, no text: unpack it first",
    ],
    [
      "a compressed file",
      new Uint8Array([0x1f, 0x8b, 8, 0, 0]),
      "the file is an archive or a picture, no text: unpack it first",
    ],
    ["an open quote", 'cidr,name\n"10.0.0.0/24,a\n', expect.stringMatching(/quote/i)],
    ["a column twice", "cidr,Name,name\n", "the column 'name' is there twice"],
    [
      "a long name of a column",
      `cidr,${"x".repeat(129)}\n`,
      "a column has a name of more than 128 characters",
    ],
    [
      "a long name of a value",
      `[{"cidr": "10.0.0.0/24", "${"x".repeat(129)}": 1}]`,
      "a column has a name of more than 128 characters",
    ],
    [
      "more lists than anybody has",
      `{${Array.from({ length: 201 }, (_, at) => `"t${at}": []`).join()}}`,
      "the file has more than 200 lists",
    ],
    ["a row of a million cells", `cidr\n${",".repeat(1_000_000)}`, "a row has more than 200000 separators"],
    ["nothing", " ", expect.stringMatching("nothing of")],
    [
      "columns of something else",
      "colour,size\nred,7\n",
      expect.stringMatching(/colour, size; known are subnets/),
    ],
    ["half of UTF-16", new Uint8Array([0xff, 0xfe, 0x61]), "the file is no text"],
    ["JSON that ends early", '[{"cidr": "10.0.0.0/24"}', expect.stringMatching("JSON")],
    ["JSON that is nested a thousand times", `[${"[".repeat(1000)}`, expect.stringMatching("64 levels")],
    ["JSON with a name twice", '[{"cidr": "a", "cidr": "b"}]', expect.stringMatching("duplicate")],
    ["JSON of another prototype", '[{"__proto__": {"cidr": "a"}}]', expect.stringMatching("__proto__")],
    ["JSON without a list", '{"cidr": "10.0.0.0/24"}', "the file has no list of objects"],
  ])("%s", async (_, content, text) => {
    const [[place, msg] = []] = await refusalOf(content);
    expect(place).toStartWith("body.file.plan.csv");
    expect(msg).toEqual(text);
  });

  test("more rows than an import may have", async () => {
    const lines = Array.from({ length: 100_001 }, (_, at) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`);
    const [[, msg] = []] = await refusalOf(`ip\n${lines.join("\n")}`);
    expect(msg).toBe("more than 100000 rows");
  });
});

describe("rows that cannot be read are refused by themselves", () => {
  test("a row that is longer than the header, unless with empty cells", async () => {
    const { rows } = await read("csv", one("cidr,name\n10.0.0.0/24,a,,,\n10.0.1.0/24,b,,c"));
    expect(rows.map(({ fault }) => fault)).toEqual([
      undefined,
      "the row has more cells than the header, which has 2",
    ]);
  });

  test("a long cell that a mapping takes again and again", async () => {
    const mapping = { devices: Object.fromEntries([1, 2, 3].map((at) => [`custom_attributes.a${at}`, "x"])) };
    const file = { name: "devices.csv", content: `name,x\nsw1,${"a".repeat(60_000)}` };
    const { rows } = await read("netbox", [file], mapping);
    expect(rows.map(({ fault }) => fault)).toEqual(["its fields have more than 131072 characters"]);
  });

  test("why a row is not taken is said in few words, whatever it quotes", async () => {
    const content = JSON.stringify([{ name: "a", interval: 1, type: "x".repeat(60_000) }]);
    const { rows } = await read("uptime-kuma", one(content, "monitor.json"));
    expect(rows.map(({ reason }) => reason?.length)).toEqual([500]);
  });

  test("a huge cell, one with NUL, and one with half a character", async () => {
    const { rows } = await read(
      "csv",
      one(JSON.stringify([{ cidr: "a".repeat(70_000) }, { cidr: "10.0.0.0/24" }]), "plan.json"),
    );
    expect(rows.map(({ fault }) => fault)).toEqual(["cidr: longer than 65536 characters", undefined]);
    const csv = await read("csv", one("cidr,name\n10.0.0.0/24,a\0b\n10.0.1.0/24,c"));
    expect(csv.rows.map(({ fault }) => fault)).toEqual(["name: text must not contain NUL", undefined]);
  });

  test("what is no object in a list of objects", async () => {
    const { rows } = await read("csv", one('[{"cidr": "10.0.0.0/24"}, 7, null]', "plan.json"));
    expect(rows.map(({ fault }) => fault)).toEqual([undefined, "it is no object", "it is no object"]);
  });
});

describe("the form", () => {
  test.each([
    ["no form", "cidr,name", "the body is no form"],
    [
      "a form that ends early",
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
      "the body is no whole form",
    ],
  ])("%s is refused", async (_, text, msg) => {
    const { issues } = await readImport({
      source: "csv",
      octets: new TextEncoder().encode(text),
      contentType: "multipart/form-data; boundary=x",
    });
    expect(issues.map((issue) => issue.msg)).toEqual([`Value error, ${msg}`]);
  });

  test.each([
    ["a blank line before it", "\r\n", "boundary=x.y"],
    ["a preamble", "This is a form in MIME.\r\n--x.yz\r\n", 'charset=utf-8; boundary="x.y"'],
  ])("%s is passed over", async (_, before, parameter) => {
    const part = 'Content-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ncidr\r\n10.0.0.0/24';
    const { count, issues } = await readImport({
      source: "csv",
      octets: new TextEncoder().encode(`${before}--x.y\r\n${part}\r\n--x.y--\r\n`),
      contentType: `multipart/form-data; ${parameter}`,
    });
    expect([count, issues]).toEqual([1, []]);
  });

  test("a hundred thousand files are refused before they are read", async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n\r\n';
    const { issues } = await readImport({
      source: "csv",
      octets: new TextEncoder().encode(`${part.repeat(100_000)}--x--\r\n`),
      contentType: "multipart/form-data; boundary=x",
    });
    expect(issues.map(({ msg }) => msg)).toEqual(["Value error, more than 50 files"]);
  });

  test("a form without a file names it", async () => {
    const { issues } = await read("csv", []);
    expect(issues.map(({ loc }) => loc)).toEqual([["body"]]);
  });

  test.each([
    [{ nothing: {} }, "body.mapping.nothing"],
    [{ subnets: { colour: "x" } }, "body.mapping.subnets.colour"],
    [{ subnets: { name: 7 } }, "body.mapping.subnets.name"],
    [[], "body.mapping"],
  ])("a mapping %j is refused at its place", async (mapping, place) => {
    const { issues } = await read("csv", one("cidr\n10.0.0.0/24"), mapping);
    expect(issues.map(({ loc }) => loc.join("."))).toEqual([place]);
  });
});

describe("secrets", () => {
  test("no field of any product comes from a column of secrets", () => {
    for (const { name, tables } of SOURCES)
      for (const rule of tables) {
        const columns = Object.values(rule.fields).flat().filter(createSecrets(rule));
        expect([name, rule.name, columns]).toEqual([name, rule.name, []]);
      }
  });

  test.each([
    ["netbox", "devices", "API Token"],
    ["librenms", "devices", "community"],
    ["librenms", "devices", "authpass"],
    ["phpipam", "devices", "snmp_v3_priv_pass"],
    ["zabbix", "hosts", "macros.0.value"],
    ["uptime-kuma", "monitors", "basic_auth_pass"],
    ["uptime-kuma", "notifications", "config"],
    ["uptime-kuma", "notifications", "webhookURL"],
    ["csv", "subnets", "passwd"],
  ])("no mapping of %s may take %s.%s", async (source, table, column) => {
    const field = table === "subnets" || table === "monitors" || table === "notifications" ? "name" : "notes";
    const { issues } = await read(source, one("cidr\n10.0.0.0/24"), { [table]: { [field]: column } });
    expect(issues.map(({ loc }) => loc.join("."))).toEqual([`body.mapping.${table}.${field}`]);
  });

  test.each(["passive_checks", "compass", "keyword", "passport_site"])("%s is none", (column) => {
    expect(createSecrets({ name: "", kind: "device", needs: [], fields: {} })(column)).toBeFalse();
  });

  test("they are counted, and neither shown nor offered", async () => {
    const file = one("cidr,name,root_password\n10.0.0.0/24,a,hidden-word");
    const { tables, leftOut, rows } = await read("csv", file);
    expect(tables.map(({ columns }) => columns)).toEqual([["cidr", "name"]]);
    expect(leftOut).toEqual([{ table: "subnets", column: "root_password", rows: 1 }]);
    expect(JSON.stringify(rows)).not.toContain("hidden-word");
  });

  test("texts that quote addresses lose who signs in there", () => {
    expect(withoutUserinfo("no http://ann:p@ss@a.example/x@y, nor ftp://b.example/@, nor c@d")).toBe(
      "no http://a.example/x@y, nor ftp://b.example/@, nor c@d",
    );
  });
});

describe("what is left out", () => {
  test("columns beyond five hundred, and tables, are counted together", async () => {
    const wide = Array.from({ length: 600 }, (_, at) => ({ cidr: `10.0.${at % 250}.0/24`, [`x${at}`]: "a" }));
    const { leftOut } = await read("csv", one(JSON.stringify(wide), "plan.json"));
    expect(leftOut).toHaveLength(501);
    expect(leftOut.at(-1)).toEqual({ table: "subnets", column: "(others)", rows: 100 });
    const inserts = Array.from({ length: 600 }, (_, at) => `INSERT INTO t${at} VALUES (1);`);
    const dump = `INSERT INTO vlans (name, number) VALUES ('a', 1);${inserts.join("\n")}`;
    const { leftOut: tables } = await read("phpipam", one(dump, "dump.sql"));
    expect(tables).toHaveLength(501);
    expect(tables.at(-1)).toEqual({ table: "(others)", column: null, rows: 100 });
  });
});

describe("what files say", () => {
  test("a path that is too long to be a column ends where it is", async () => {
    const long = "x".repeat(70);
    const content = JSON.stringify([{ cidr: "10.0.0.0/24", [long]: { [long]: 1 } }]);
    const { leftOut } = await read("csv", one(content, "plan.json"));
    expect(leftOut).toEqual([{ table: "subnets", column: long, rows: 1 }]);
  });

  test("encodings, separators and line ends of spreadsheets", async () => {
    const windows = new Uint8Array([
      ...Buffer.from("cidr;name\r\n10.0.0.0/24;K", "latin1"),
      0xfc,
      ...Buffer.from("che"),
    ]);
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from("cidr\tname\r10.0.1.0/24\tKüche", "utf16le")]);
    const files = [
      { name: "a.csv", content: windows },
      { name: "b.csv", content: utf16 },
    ];
    const { rows } = await read("csv", files);
    expect(rows.map(({ fields }) => fields["name"])).toEqual(["Küche", "Küche"]);
  });

  test("a quote before a formula is taken off", async () => {
    const { rows } = await read("csv", one("cidr,name\n10.0.0.0/24,'=1+1"));
    expect(rows[0]?.fields["name"]).toBe("=1+1");
  });

  test("no row is lost, whatever is in it: each is taken, or listed", async () => {
    for (let round = 0; round < 50; round++) {
      const cells = ["10.0.0.0/24", "x", "", '"a,b"', "'=1", "\u00e9", "a".repeat(round * 10)];
      const pick = () => cells[Math.floor(Math.random() * cells.length)] ?? "";
      const lines = Array.from({ length: 100 }, () => `n,${pick()},${pick()}`);
      const { rows, count } = await read("csv", one(`id,cidr,name\n${lines.join("\n")}`));
      expect([count, rows.length]).toEqual([100, 100]);
      expect(rows.map(({ place }) => place)).toEqual([...Array(100).keys()]);
    }
  });
});

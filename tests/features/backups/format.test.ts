import { createHash } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "bun:test";
import { BadBackup } from "../../../src/features/backups/format/bad-backup";
import { compressFrame, decompress } from "../../../src/features/backups/format/compression";
import { tableFileName, type Manifest } from "../../../src/features/backups/format/manifest";
import {
  openWithPassphrase,
  sealedSize,
  sealWithPassphrase,
} from "../../../src/features/backups/format/passphrase";
import { openBackup } from "../../../src/features/backups/format/read-backup";
import { createSigner, instanceOf } from "../../../src/features/backups/format/signature";
import { readTar, TAR_END, tarFile } from "../../../src/features/backups/format/tar";
import { MASTER_KEY, SECRET_KEY } from "../../support/app";
import { givenInstance, refusalOf, storeBackup } from "../../support/backups";

const AT = new Date("2026-11-25T22:00:00Z");
const PASSPHRASE = "correct horse battery staple";
const LINES = Array.from({ length: 300 }, (_, index) => JSON.stringify({ id: index, name: `row ${index}` }));
const CONTENT = Buffer.from(LINES.map((line) => `${line}\n`).join(""));
const instance = givenInstance();

function manifestOf(change: Partial<Manifest> = {}): Manifest {
  return {
    product: "netatlas",
    format: 1,
    version: "1.2.3",
    schema: 1,
    instance: instanceOf(SECRET_KEY),
    created_at: AT.toISOString(),
    parts: [],
    master_key_check: "0".repeat(64),
    sequences: {},
    tables: [
      {
        name: "sites",
        rows: LINES.length,
        sha256: createHash("sha256").update(CONTENT).digest("hex"),
        files: 1,
      },
    ],
    ...change,
  };
}

const manifestFile = (manifest: unknown = manifestOf()) =>
  tarFile({ name: "manifest.json", content: Buffer.from(JSON.stringify(manifest)) }, AT);
const tableFile = (content = CONTENT, name = tableFileName("sites", 1)) => tarFile({ name, content }, AT);

/** Signed as ours, whatever is in it. */
function signed(content: Uint8Array): Buffer {
  const signer = createSigner(SECRET_KEY);
  signer.add(content);
  return Buffer.concat([content, signer.frame()]);
}

async function read(octets: Uint8Array, passphrase?: string): Promise<string[]> {
  const stored = await storeBackup(instance, octets);
  const backup = await openBackup(stored, { secretKey: SECRET_KEY, passphrase });
  return (await Array.fromAsync(backup.lines)).flatMap(({ lines }) => lines);
}

async function* piecesOf(octets: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
}

test("a backup is an archive that any zstd and tar read, and gives its lines again", async () => {
  const archive = Buffer.concat([manifestFile(), tableFile(), TAR_END]);
  const octets = signed(zstdCompressSync(archive));
  expect(await read(octets)).toEqual(LINES);
  const listed = Bun.spawnSync(["tar", "-tf", "-"], { stdin: archive });
  expect(listed.stdout.toString()).toBe("manifest.json\ntables/sites/000001.ndjson\n");
  expect(zstdDecompressSync(octets)).toEqual(archive);
});

/** What a signature cannot protect from: whoever has the key, or a fault of ours, may have written it. */
const archives: [string, Buffer[]][] = [
  ["a manifest that is missing", [tableFile(), TAR_END]],
  ["a table that is missing", [manifestFile(), TAR_END]],
  [
    "a table more than is listed",
    [manifestFile(), tableFile(), tableFile(CONTENT, tableFileName("sites", 2)), TAR_END],
  ],
  ["the same file twice", [manifestFile(), tableFile(), tableFile(), TAR_END]],
  [
    "another checksum",
    [manifestFile(), tableFile(Buffer.from(CONTENT.toString().replace("row 7", "row 8"))), TAR_END],
  ],
  ["a row too few", [manifestFile(), tableFile(CONTENT.subarray(CONTENT.indexOf("\n") + 1)), TAR_END]],
  ["a last line that is cut off", [manifestFile(), tableFile(CONTENT.subarray(0, -5)), TAR_END]],
  ["no end", [manifestFile(), tableFile()]],
  ["half an end", [manifestFile(), tableFile(), TAR_END.subarray(512)]],
  ["something behind the end", [manifestFile(), tableFile(), TAR_END, Buffer.from("x")]],
  ["a path that leads out", [manifestFile(), tableFile(CONTENT, "../../etc/passwd"), TAR_END]],
  ["an absolute path", [manifestFile(), tableFile(CONTENT, "/etc/passwd"), TAR_END]],
  ["a drive", [manifestFile(), tableFile(CONTENT, "C:\\windows\\system.ini"), TAR_END]],
  ["a name with a NUL", [manifestFile(), tableFile(CONTENT, "tables/sites/000001.ndjson\0x"), TAR_END]],
  ["a symbolic link", [manifestFile(), ofType("2"), TAR_END]],
  ["a hard link", [manifestFile(), ofType("1"), TAR_END]],
  ["a device", [manifestFile(), ofType("3"), TAR_END]],
  ["a folder", [manifestFile(), ofType("5"), TAR_END]],
  ["a long name of GNU tar", [manifestFile(), ofType("L"), TAR_END]],
  ["a size that is forged", [manifestFile(), sized("77777777777"), TAR_END]],
  ["another product's manifest", [manifestFile({ ...manifestOf(), product: "other" }), tableFile(), TAR_END]],
  ["a manifest with more in it", [manifestFile({ ...manifestOf(), more: 1 }), tableFile(), TAR_END]],
  ["a manifest that lies deep", [deepManifest(), tableFile(), TAR_END]],
  ["a manifest that is none", [tarFile({ name: "manifest.json", content: Buffer.from("{") }, AT), TAR_END]],
];

test.each(archives)("fault 51: an archive with %s is refused", async (_what, files) => {
  expect(await refusalOf(read(signed(zstdCompressSync(Buffer.concat(files)))))).toBeInstanceOf(BadBackup);
});

test("fault 52: a file of nothing but line ends is refused before it becomes a list of them", async () => {
  const files = [manifestFile(), tableFile(Buffer.alloc(4_000_000, "\n")), TAR_END];
  const refusal = await refusalOf(read(signed(zstdCompressSync(Buffer.concat(files)))));
  expect(String(refusal)).toContain("too many lines");
});

function ofType(type: string): Buffer {
  return resigned(tableFile(Buffer.alloc(0)), (header) => header.write(type, 156, "latin1"));
}

function sized(octal: string): Buffer {
  return resigned(tableFile(), (header) => header.write(octal, 124, "latin1"));
}

/** With a head whose checksum is right. */
function resigned(file: Buffer, change: (header: Buffer) => void): Buffer {
  const changed = Buffer.from(file);
  change(changed);
  changed.write("        ", 148, "latin1");
  const sum = changed.subarray(0, 512).reduce((total, octet) => total + octet, 0);
  changed.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return changed;
}

function deepManifest(): Buffer {
  const text = `{"product":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  return tarFile({ name: "manifest.json", content: Buffer.from(text) }, AT);
}

describe("a signed backup", () => {
  const octets = signed(zstdCompressSync(Buffer.concat([manifestFile(), tableFile(), TAR_END])));

  test("is refused wherever it is cut off", async () => {
    for (let length = 1; length < octets.length; length += 37)
      expect(await refusalOf(read(octets.subarray(0, length)))).toMatchObject({ status: 400 });
  });

  test("is refused whichever of its octets is changed", async () => {
    for (let at = 0; at < octets.length; at += 29) {
      const changed = Buffer.from(octets);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
      expect(await refusalOf(read(changed))).toMatchObject({ status: 400 });
    }
  });

  test("is refused where its compression ends in the middle, though the signature is right", async () => {
    const cut = zstdCompressSync(Buffer.concat([manifestFile(), tableFile(), TAR_END])).subarray(0, -40);
    expect(await refusalOf(read(signed(cut)))).toMatchObject({
      message: expect.stringMatching(/ends too early|compression is damaged/),
    });
  });
});

describe("an encrypted backup", () => {
  const plain = Buffer.concat([
    zstdCompressSync(
      Buffer.concat([
        manifestFile(),
        tarFile({ name: "keys.json", content: Buffer.from(JSON.stringify({ master_key: MASTER_KEY })) }, AT),
        tableFile(),
        TAR_END,
      ]),
    ),
  ]);

  async function seal(content: Uint8Array): Promise<Buffer> {
    const source = piecesOf(content);
    const pieces = sealWithPassphrase(source, { passphrase: PASSPHRASE, plainOctets: content.length });
    return Buffer.concat(await Array.fromAsync(pieces));
  }

  test("is as long as was said, and opens with its passphrase only", async () => {
    const octets = await seal(plain);
    expect(octets).toHaveLength(sealedSize(plain.length));
    expect(await read(octets, PASSPHRASE)).toEqual(LINES);
    expect(await refusalOf(read(octets, `${PASSPHRASE} `))).toMatchObject({ status: 400 });
    expect(await refusalOf(read(octets))).toMatchObject({ status: 400 });
  });

  test("is refused where a piece is left out, moved, cut off or changed", async () => {
    const long = Buffer.alloc(3 * 1024 * 1024 + 10, "abc");
    const octets = await seal(long);
    const piece = 1024 * 1024 + 16;
    const head = octets.subarray(0, octets.length - 3 * piece - 26);
    const parts = [0, 1, 2].map((at) =>
      octets.subarray(head.length + at * piece, head.length + (at + 1) * piece),
    );
    const last = octets.subarray(-26);
    const [first = last, second = last, third = last] = parts;
    const wrong = [
      [head, second, first, third, last],
      [head, first, second, last],
      [head, first, second, third],
      [head, first, second, third, last, last],
      [head, first, second, third, last.subarray(0, -1)],
      [Buffer.from(head).fill(0, 20, 22), first, second, third, last],
    ];
    for (const pieces of wrong) {
      const sealed = Buffer.concat(pieces);
      const opened = openWithPassphrase(piecesOf(sealed), {
        passphrase: PASSPHRASE,
        sealedOctets: sealed.length,
      });
      expect(await refusalOf(Array.fromAsync(opened))).toMatchObject({ status: 400 });
    }
  });

  test("that asks for more memory than is sensible is refused before anything is computed", async () => {
    const octets = Buffer.from(await seal(plain));
    octets.writeUInt32LE(0xffffffff, 16 + 16 + 7);
    expect(await refusalOf(read(octets, PASSPHRASE))).toMatchObject({
      message: expect.stringMatching("head is damaged"),
    });
  });
});

test("fault 52: what becomes absurdly large is given up long before its end", async () => {
  const bomb = zstdCompressSync(Buffer.alloc(1024 * 1024 * 1024));
  let octets = 0;
  const unpack = async () => {
    for await (const piece of decompress(piecesOf(bomb, 100_000))) octets += piece.length;
  };
  expect(await refusalOf(unpack())).toMatchObject({ message: expect.stringMatching("absurdly large") });
  expect(octets).toBeLessThan(512 * 1024 * 1024);
});

test("frames one behind the other unpack as one", async () => {
  const frames = Buffer.concat([await compressFrame(CONTENT), await compressFrame(CONTENT)]);
  const pieces = await Array.fromAsync(decompress(piecesOf(frames, 7)));
  expect(Buffer.concat(pieces)).toEqual(Buffer.concat([CONTENT, CONTENT]));
});

test("fault 52: a file above the limit is not read", async () => {
  const files = readTar(piecesOf(Buffer.concat([tableFile(), TAR_END])), {
    isName: () => true,
    mostOctets: 100,
  });
  const next = await files.next();
  if (next.done === true) throw new Error("the archive has a file");
  expect(await refusalOf(next.value.read())).toMatchObject({
    message: expect.stringMatching("too large"),
  });
});

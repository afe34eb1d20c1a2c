import { Database } from "bun:sqlite";

/** A database with tables as Uptime Kuma 2 makes them, of those columns that an import looks at, and two that it does not. */
export function kumaDatabase(fill: (database: Database) => void): Uint8Array<ArrayBuffer> {
  const database = new Database(":memory:");
  database.run(`CREATE TABLE monitor (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(150), active BOOLEAN,
    user_id INTEGER, interval INTEGER, url TEXT, type VARCHAR(20), hostname VARCHAR(255), keyword VARCHAR(255),
    invert_keyword BOOLEAN, maxretries INTEGER, ignore_tls BOOLEAN, upside_down BOOLEAN, maxredirects INTEGER,
    accepted_statuscodes_json TEXT, retry_interval INTEGER, push_token VARCHAR(32), method TEXT, body TEXT,
    basic_auth_user TEXT, basic_auth_pass TEXT, expiry_notification BOOLEAN, description TEXT,
    port INTEGER, dns_resolve_type VARCHAR(5), dns_resolve_server VARCHAR(255), smtp_security VARCHAR(255),
    conditions TEXT NOT NULL DEFAULT '[]')`);
  database.run("CREATE TABLE tag (id INTEGER PRIMARY KEY, name VARCHAR(255), color VARCHAR(255))");
  database.run(
    "CREATE TABLE monitor_tag (id INTEGER PRIMARY KEY, monitor_id INTEGER, tag_id INTEGER, value TEXT)",
  );
  database.run(
    "CREATE TABLE notification (id INTEGER PRIMARY KEY, name VARCHAR(255), config TEXT, active BOOLEAN, user_id INTEGER, is_default BOOLEAN)",
  );
  database.run(
    "CREATE TABLE heartbeat (id INTEGER PRIMARY KEY, monitor_id INTEGER, status SMALLINT, time DATETIME)",
  );
  fill(database);
  const octets = new Uint8Array(database.serialize());
  database.close();
  return octets;
}

const PAGE_BYTES = 512;
const DEPTH = 8;
/** Of b-tree pages (SQLite, Database File Format 1.6). */
const INTERIOR_TABLE = 0x05;
const LEAF_TABLE = 0x0d;
const INTERIOR_HEADER_BYTES = 12;
const CELL_BYTES = 5;
const POINTER_BYTES = 2;

/** 10 KiB whose table of heartbeats has 71^7 rows, as SQLite counts them: it comes to one page again and again. */
export function endlessDatabase(): Uint8Array<ArrayBuffer> {
  const database = new Database(":memory:");
  database.run(`PRAGMA page_size = ${PAGE_BYTES}`);
  database.run("CREATE TABLE heartbeat (id INTEGER PRIMARY KEY)");
  // The pages that the table's are written over.
  database.run("CREATE TABLE other (content BLOB)");
  database.run(`INSERT INTO other VALUES (zeroblob(${PAGE_BYTES * DEPTH * 2}))`);
  const octets = new Uint8Array(database.serialize());
  database.close();
  const view = new DataView(octets.buffer);
  for (let page = 2; page < 2 + DEPTH; page++) {
    const at = (page - 1) * PAGE_BYTES;
    octets.fill(0, at, at + PAGE_BYTES);
    if (page === 1 + DEPTH) writeLeaf(octets, { view, at });
    else writeInterior(view, { at, child: page + 1 });
  }
  return octets;
}

/** A page with one row of no columns. */
function writeLeaf(octets: Uint8Array, { view, at }: { view: DataView; at: number }): void {
  const row = [1, 1, 1, 0];
  const offset = PAGE_BYTES - row.length;
  view.setUint8(at, LEAF_TABLE);
  view.setUint16(at + 3, 1);
  view.setUint16(at + 5, offset);
  view.setUint16(at + 8, offset);
  octets.set(row, at + offset);
}

/** A page all of whose children are one page. */
function writeInterior(view: DataView, { at, child }: { at: number; child: number }): void {
  const cells = Math.floor((PAGE_BYTES - INTERIOR_HEADER_BYTES) / (CELL_BYTES + POINTER_BYTES));
  const content = PAGE_BYTES - cells * CELL_BYTES;
  view.setUint8(at, INTERIOR_TABLE);
  view.setUint16(at + 3, cells);
  view.setUint16(at + 5, content);
  view.setUint32(at + 8, child);
  for (let cell = 0; cell < cells; cell++) {
    const offset = content + cell * CELL_BYTES;
    view.setUint16(at + INTERIOR_HEADER_BYTES + cell * POINTER_BYTES, offset);
    view.setUint32(at + offset, child);
    view.setUint8(at + offset + 4, cell + 1);
  }
}

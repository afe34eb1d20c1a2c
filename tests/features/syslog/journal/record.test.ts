import { describe, expect, test } from "bun:test";
import {
  decodeRecords,
  forEachMessage,
  type JournalMessage,
} from "../../../../src/features/syslog/journal/record";
import {
  type ArrivedMessage,
  encodeRecord,
  encodeReservation,
  lastIdOf,
  placeBatch,
  RecordBuilder,
} from "../../../../src/features/syslog/journal/record-builder";
import { scanRecords } from "../../../../src/features/syslog/journal/record-scanner";

const SALT = 0x1234_5678;

function arrived(text: string, over: Partial<ArrivedMessage> = {}): ArrivedMessage {
  const bytes = Buffer.from(text);
  return {
    receivedAtMicros: 1_700_000_000_000_000,
    sender: "192.0.2.1",
    transport: "udp",
    originalBytes: bytes.length,
    malformed: false,
    bytes,
    ...over,
  };
}

function texts(messages: JournalMessage[]): string[] {
  return messages.map((message) => Buffer.from(message.bytes).toString());
}

describe("a journal record", () => {
  test("gives every message back with its sender, transport, times and flags", () => {
    const base = 1_700_000_000_000_000;
    const messages = [
      arrived("first"),
      arrived("second", {
        receivedAtMicros: base + 7,
        sender: "2001:db8::1",
        transport: "tcp",
        malformed: true,
      }),
      arrived("cut", {
        receivedAtMicros: base + 3_600_000_000,
        originalBytes: 1_000_000_000,
        transport: "tls",
      }),
      arrived("", { receivedAtMicros: base - 31_536_000_000_000, transport: "snmp-trap" }),
    ];
    const record = encodeRecord({ firstPosition: 41, firstId: base, salt: SALT }, messages);
    const positions: number[] = [];
    const decoded: JournalMessage[] = [];
    forEachMessage(record, (message, position) => {
      positions.push(position);
      decoded.push(message);
    });
    expect(positions).toEqual([41, 42, 43, 44]);
    expect(decoded.map((message) => ({ ...message, bytes: Buffer.from(message.bytes).toString() }))).toEqual([
      {
        id: base,
        receivedAtMicros: base,
        sender: "192.0.2.1",
        transport: "udp",
        truncated: false,
        originalBytes: 5,
        malformed: false,
        bytes: "first",
      },
      {
        id: base + 7,
        receivedAtMicros: base + 7,
        sender: "2001:db8::1",
        transport: "tcp",
        truncated: false,
        originalBytes: 6,
        malformed: true,
        bytes: "second",
      },
      {
        id: base + 3_600_000_000,
        receivedAtMicros: base + 3_600_000_000,
        sender: "192.0.2.1",
        transport: "tls",
        truncated: true,
        originalBytes: 1_000_000_000,
        malformed: false,
        bytes: "cut",
      },
      {
        id: base + 3_600_000_001,
        receivedAtMicros: base - 31_536_000_000_000,
        sender: "192.0.2.1",
        transport: "snmp-trap",
        truncated: false,
        originalBytes: 0,
        malformed: false,
        bytes: "",
      },
    ]);
  });

  test("knows the id of its last message before it is written", () => {
    const base = 1_700_000_000_000_000;
    for (const firstId of [base, base + 2, base + 500]) {
      const builder = new RecordBuilder();
      for (const at of [0, 0, 0, 100, 50, 101, 101])
        builder.append(arrived("x", { receivedAtMicros: base + at }));
      const batch = builder.seal();
      const expected = lastIdOf(batch, firstId);
      const ids = decodeRecords(placeBatch(batch, { firstPosition: 1, firstId, salt: SALT })).map(
        (message) => message.id,
      );
      expect(ids.at(-1)).toBe(expected);
      expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0))).toBe(true);
    }
  });

  test("takes messages and senders beyond its first buffer, and starts anew after each batch", () => {
    const builder = new RecordBuilder(1024);
    for (const round of [0, 1, 2]) {
      const count = 3000 * round + 1;
      for (let index = 0; index < count; index++) {
        builder.append(
          arrived(`line ${index} ${"y".repeat(index % 90)}`, {
            sender: `10.${round}.${index >> 8}.${index & 255}`,
          }),
        );
      }
      const size = builder.byteLength;
      const record = placeBatch(builder.seal(), {
        firstPosition: 1,
        firstId: 1_700_000_000_000_000,
        salt: SALT,
      });
      expect(record.length).toBe(size);
      const decoded = decodeRecords(record);
      expect(decoded).toHaveLength(count);
      expect(
        decoded.every((message, index) => message.sender === `10.${round}.${index >> 8}.${index & 255}`),
      ).toBe(true);
      expect([...scanRecords(record, SALT, true)].map((found) => found.kind)).toEqual(["record"]);
    }
  });

  test("that reserves ids carries no message", () => {
    const record = encodeReservation(7, 99, SALT);
    expect(decodeRecords(record)).toEqual([]);
    expect([...scanRecords(record, SALT, true)]).toMatchObject([
      { kind: "record", record: { firstId: 99, firstPosition: 7, lastPosition: 6, count: 0 } },
    ]);
  });

  test("that is cut short is refused by the decoder", () => {
    const record = encodeRecord({ firstPosition: 1, firstId: 1, salt: SALT }, [arrived("one")]);
    expect(() => decodeRecords(record.subarray(0, record.length - 1))).toThrow("cut short");
  });
});

describe("the record scanner", () => {
  const records = ["one", "two", "three"].map((text, index) =>
    encodeRecord({ firstPosition: index + 1, firstId: index + 1, salt: SALT }, [arrived(text)]),
  );
  const image = Buffer.concat(records);
  const boundaries = [0, ...records.map((_, index) => Buffer.concat(records.slice(0, index + 1)).length)];

  test("fault 6: keeps the records before a cut, at every byte, and counts the bytes of the tail", () => {
    for (let length = 0; length <= image.length; length++) {
      const whole = boundaries.findLastIndex((boundary) => boundary <= length);
      const found = [...scanRecords(image.subarray(0, length), SALT, true)];
      expect(found.filter((item) => item.kind === "record")).toHaveLength(whole);
      const tail = found.find((item) => item.kind === "rest");
      expect(tail?.kind === "rest" ? tail.end - tail.start : 0).toBe(length - (boundaries[whole] ?? 0));
    }
  });

  test("keeps the records behind a damaged one, whichever byte was flipped", () => {
    const [, from = 0, to = 0] = boundaries;
    for (let offset = from; offset < to; offset++) {
      const damaged = Buffer.from(image);
      damaged.writeUInt8(damaged.readUInt8(offset) ^ 0x40, offset);
      expect([...scanRecords(damaged, SALT, true)].map((item) => item.kind)).toEqual([
        "record",
        "damaged",
        "record",
      ]);
    }
  });

  test("asks for more bytes where a record goes on behind the part it was given, and resumes there", () => {
    const noise = Buffer.from("noise NRJ1 NRJ");
    const stream = Buffer.concat([noise, ...records.slice(0, 2), noise, ...records.slice(2)]);
    for (let window = 1; window <= stream.length; window++) {
      let start = 0;
      let end = window;
      const positions: number[] = [];
      let damaged = 0;
      while (start < stream.length) {
        const from = start;
        start = Math.min(end, stream.length);
        for (const found of scanRecords(stream.subarray(from, start), SALT, end >= stream.length)) {
          if (found.kind === "record") positions.push(found.record.firstPosition);
          if (found.kind === "damaged") damaged += found.end - found.start;
          if (found.kind === "rest") start = from + found.start;
        }
        end += window;
      }
      expect(positions).toEqual([1, 2, 3]);
      expect(damaged).toBe(2 * noise.length);
    }
  });

  test("does not take a record that a sender smuggled into a message for one of its own", () => {
    const forged = encodeRecord({ firstPosition: 900, firstId: 900, salt: SALT + 1 }, [arrived("forged")]);
    const carrier = encodeRecord({ firstPosition: 1, firstId: 1, salt: SALT }, [
      arrived("", { bytes: forged, originalBytes: forged.length }),
    ]);
    carrier.writeUInt8(carrier.readUInt8(20) ^ 1, 20);
    const found = [...scanRecords(Buffer.concat([carrier, records[2] ?? Buffer.alloc(0)]), SALT, true)];
    expect(found.map((item) => item.kind)).toEqual(["damaged", "record"]);
    expect(texts(decodeRecords(records[2] ?? Buffer.alloc(0)))).toEqual(["three"]);
  });
});

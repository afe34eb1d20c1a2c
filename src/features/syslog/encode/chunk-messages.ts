import { countMessages, forEachPlace, type JournalMessage, messageAt } from "../journal/record";

/**
 * The messages of a chunk of the journal by row, so that they can be read in any order. Used again and again: the
 * memory of a chunk serves the next. A message is made when it is asked for, as thousands that live as long as their
 * chunk cost more than that.
 */
export class ChunkMessages {
  records: Uint8Array = new Uint8Array();
  /** How many there are. */
  length = 0;
  /** Where in the records each begins and ends. */
  starts = new Uint32Array(0);
  ends = new Uint32Array(0);
  #ids = new Float64Array(0);
  #receivedAtMicros = new Float64Array(0);
  #originalBytes = new Uint32Array(0);
  #flags = new Uint8Array(0);
  #senders: string[] = [];

  /**
   * Takes whole records, which stay as they are until `forget`.
   * @throws where the records are damaged: a broken invariant, as only verified ones are handed out.
   */
  read(records: Uint8Array): void {
    this.#reserve(countMessages(records));
    this.records = records;
    let row = 0;
    this.length = forEachPlace(records, (place) => {
      this.starts[row] = place.start;
      this.ends[row] = place.end;
      this.#ids[row] = place.id;
      this.#receivedAtMicros[row] = place.receivedAtMicros;
      this.#originalBytes[row] = place.originalBytes;
      this.#flags[row] = place.flags;
      this.#senders[row] = place.sender;
      row++;
    });
  }

  /** The message of a row below `length`. */
  at(row: number): JournalMessage {
    return messageAt(this.records, {
      id: this.#ids[row] ?? 0,
      receivedAtMicros: this.#receivedAtMicros[row] ?? 0,
      sender: this.#senders[row] ?? "",
      flags: this.#flags[row] ?? 0,
      originalBytes: this.#originalBytes[row] ?? 0,
      start: this.starts[row] ?? 0,
      end: this.ends[row] ?? 0,
    });
  }

  /** Lets go of the records. */
  forget(): void {
    this.records = new Uint8Array();
    this.length = 0;
  }

  #reserve(messages: number): void {
    if (this.starts.length >= messages) return;
    this.starts = new Uint32Array(messages);
    this.ends = new Uint32Array(messages);
    this.#ids = new Float64Array(messages);
    this.#receivedAtMicros = new Float64Array(messages);
    this.#originalBytes = new Uint32Array(messages);
    this.#flags = new Uint8Array(messages);
    this.#senders = Array.from({ length: messages }, () => "");
  }
}

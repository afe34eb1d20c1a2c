/** ClickHouse refused or ended a statement. */
export class ClickHouseError extends Error {
  /** Its own number of the error: https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Nobody answered at any of the addresses, or the answer broke off. */
export class ClickHouseUnreachableError extends Error {}

export const CLICKHOUSE_CODES = {
  cannotParseText: 6,
  cannotReadAllData: 33,
  typeMismatch: 53,
  unknownTable: 60,
  cannotConvertType: 70,
  unknownDatabase: 81,
  incorrectData: 117,
  timeoutExceeded: 159,
  tooManyQueries: 202,
  memoryLimitExceeded: 241,
  valueIsOutOfRange: 321,
  cannotInsertNull: 349,
  violatedConstraint: 469,
} as const;

const MAX_MESSAGE = 1000;

/** The error that a text of ClickHouse's tells, as it also stands at the end of an answer that had begun. */
export function readClickHouseError(text: string): ClickHouseError | undefined {
  const [, code = "", message = ""] = /Code: (\d+)\.\s*(DB::[\s\S]*)/.exec(text) ?? [];
  return code === "" ? undefined : new ClickHouseError(Number(code), message.trim().slice(0, MAX_MESSAGE));
}

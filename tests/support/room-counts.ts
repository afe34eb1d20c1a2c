export type RoomCounts = { passed: number; failed: number; notes: string[] };

const NOTE = /^(?:failed|second chance): /;

/**
 * What a room says in its last line, and its lines of what failed or needed a second chance; one that ended without a
 * word, or is not right without a failure, is a failure.
 */
export function readRoomCounts(output: string, isRight: boolean): RoomCounts {
  const [, passed = "0", failed = "0"] = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return {
    passed: Number(passed),
    failed: Math.max(Number(failed), isRight ? 0 : 1),
    notes: output.split("\n").filter((line) => NOTE.test(line)),
  };
}

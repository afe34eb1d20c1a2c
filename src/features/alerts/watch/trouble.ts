import type { AlertLine } from "../log-rules/log-matches";

/** Something that is not as it should be and lasts. */
export type Trouble = {
  /** What it is about, by kind and id, such as `device:12`. */
  subject: string;
  /** What an incident of it is about, where that is another thing: the device of a sensor. */
  cause?: string;
  deviceId?: number | null;
  /** The check target that it was found at. */
  targetId?: number | null;
  /** For people, without a full stop. */
  sentence: string;
  /** Log lines that it was found by. */
  lines?: readonly AlertLine[];
  /** Absent: now. */
  startedAt?: Date;
};

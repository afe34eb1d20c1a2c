/** How many times as long as a usual machine this one takes, as the check has found out; absent: a usual one. */
export const PATIENCE_VARIABLE = "NETATLAS_TEST_PATIENCE";

const factor = Number(process.env[PATIENCE_VARIABLE] ?? "1");

/** What is given to something that takes so many milliseconds at most on a usual machine. */
export function patient(milliseconds: number): number {
  return milliseconds * factor;
}

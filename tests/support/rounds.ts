/** Set by `test:faults`, which has the time for all of them. */
export const ALL_ROUNDS = "NETATLAS_TEST_ALL_ROUNDS";

/**
 * How often a test of random input tries: a fifth of `all` in the check, with the same seed, and all of them in
 * `test:faults`.
 */
export function rounds(all: number): number {
  return process.env[ALL_ROUNDS] === undefined ? Math.ceil(all / 5) : all;
}

import type { Logger } from "#platform/log";

/**
 * What `read` gives; undefined where it throws: what is stored is damaged, which is logged, and the rest is read all
 * the same.
 */
export function readPast<Value>(log: Logger, what: object, read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    log.error({ err: error, ...what }, "a stored part of the history of ports is damaged and is left out");
    return undefined;
  }
}

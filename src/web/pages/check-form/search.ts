import { read } from "../../url/search-params";

export type CheckFormSearch = {
  /** The device that it is for. */
  device?: number | undefined;
};

export function parseCheckFormSearch(raw: Record<string, unknown>): CheckFormSearch {
  return { device: read.integer(raw, "device", { min: 1 }) };
}

import type { EventType } from "../event-types";
import type { Condition } from "./condition";

/** By event type: what is looked at again and again. */
export function createConditions(): ReadonlyMap<EventType, Condition> {
  return new Map<EventType, Condition>([]);
}

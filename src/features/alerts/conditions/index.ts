import type { EventType } from "../event-types";
import type { Condition } from "./condition";

/** By event type: what is looked at again and again. */
export const CONDITIONS: ReadonlyMap<EventType, Condition> = new Map<EventType, Condition>([]);

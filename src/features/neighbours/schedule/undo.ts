import { readRequest, settingsUndoers, type Undoer } from "#features/undo";
import { LldpSchedule } from "../models";
import { readSchedule, updateSchedule } from "./schedule";

/** How it is taken back how often devices are asked for their neighbours. */
export const LLDP_SCHEDULE_UNDOERS: readonly Undoer[] = settingsUndoers({
  action: "lldp.schedule_updated",
  permission: "tools_active",
  target: "lldp_schedule",
  name: "LLDP schedule",
  comparable: (fields) => fields,
  read: (db) => readSchedule({ db }),
  write: (run, fields) => updateSchedule(run, readRequest(LldpSchedule, fields)),
});

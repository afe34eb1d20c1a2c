import type { Job } from "#platform/jobs";
import { remindOfReservations, type ReminderDeps } from "./reservations/remind";

export function ipamJobs(deps: ReminderDeps): Job[] {
  return [
    {
      name: "ipam.reservation_reminders",
      everySeconds: 60,
      run: ({ signal }) => remindOfReservations(deps, signal),
    },
  ];
}

import type { Job } from "#platform/jobs";
import { UNREMINDED_EXIST } from "./reservations/expiring";
import { remindOfReservations, type ReminderDeps } from "./reservations/remind";

export function ipamJobs(deps: ReminderDeps): Job[] {
  return [
    {
      name: "ipam.reservation_reminders",
      everySeconds: 60,
      when: UNREMINDED_EXIST,
      run: ({ signal }) => remindOfReservations(deps, signal),
    },
  ];
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { renewMaintenance, type Maintenance } from "../../api/maintenance";
import { toasts } from "../../components/toast/toasts";

const pathOf = ({ id }: Maintenance) => ({ path: { maintenance_id: id } });

const change = (window: Maintenance, body: Model<"MaintenanceUpdate">) =>
  answerOf(api.PATCH("/api/v1/maintenance/{maintenance_id}", { params: pathOf(window), body }));

/** Ends what runs; it can be brought back. */
export function useEnd() {
  return useChange(
    (window) => answerOf(api.POST("/api/v1/maintenance/{maintenance_id}/end", { params: pathOf(window) })),
    {
      told: ({ title }) => `“${title}” has ended`,
      undo: (window) =>
        change(
          window,
          window.schedule.kind === "once" ? { schedule: window.schedule } : { exceptions: window.exceptions },
        ),
    },
  );
}

/** Leaves out the occurrence that comes next, as the page shows it. */
export function useSkip() {
  return useChange(
    (window) =>
      answerOf(
        api.POST("/api/v1/maintenance/{maintenance_id}/skip", {
          params: pathOf(window),
          body: { starts_at: window.next?.starts_at ?? null },
        }),
      ),
    {
      told: ({ title }) => `The next “${title}” is left out`,
      undo: (window) => change(window, { exceptions: window.exceptions }),
    },
  );
}

/** Carries a change out, shows what it came to, and offers to take it back. */
function useChange(
  act: (window: Maintenance) => Promise<unknown>,
  { told, undo }: { told: (window: Maintenance) => string; undo: (window: Maintenance) => Promise<unknown> },
) {
  const queries = useQueryClient();
  const takeBack = async (window: Maintenance) => {
    try {
      await undo(window);
    } catch {
      toasts.tellError(`“${window.title}” could not be brought back`);
    }
    await renewMaintenance(queries);
  };
  return useMutation({
    mutationFn: act,
    async onSuccess(_, window) {
      await renewMaintenance(queries);
      toasts.tell(told(window), () => void takeBack(window));
    },
    async onError(error) {
      toasts.tellError(error.message);
      await renewMaintenance(queries);
    },
  });
}

export function useDelete(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (window: Maintenance) =>
      answerOf(api.DELETE("/api/v1/maintenance/{maintenance_id}", { params: pathOf(window) })),
    async onSuccess() {
      await renewMaintenance(queries);
      onDone();
    },
  });
}

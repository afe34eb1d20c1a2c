import { answerOf, api, type Model } from "../../api/client";
import type { Maintenance } from "../../api/maintenance";
import { ifMatch, type Version } from "../../api/version";

/** Changes a window as it was read; a 412 says that it is another by now. */
export function changeWindow({ thing: { id }, tag }: Version<Maintenance>, body: Model<"MaintenanceUpdate">) {
  return answerOf(
    api.PATCH("/api/v1/maintenance/{maintenance_id}", {
      params: { path: { maintenance_id: id }, header: ifMatch(tag) },
      body,
    }),
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { publicSettingsQuery } from "../../../api/service";
import { momentOf } from "../../../components/moment-input/moment";

const USUAL_MS = 90 * 86_400_000;

/** What the expiry of a new reservation begins with: in 90 days, or never, as the service's settings say. */
export function useUsualExpiry(): string {
  const { data } = useQuery(publicSettingsQuery());
  const [opened] = useState(Date.now);
  const isUsual = data?.ip_reservation_default_expiry_enabled === true;
  return isUsual ? momentOf(new Date(opened + USUAL_MS)) : "";
}

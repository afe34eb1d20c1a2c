import { lazy } from "react";

/** `NoFields`, which few queries need. */
export const NoFields = lazy(() => import("./no-fields").then((module) => ({ default: module.NoFields })));

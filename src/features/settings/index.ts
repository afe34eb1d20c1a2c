export { readSystemSettings } from "./service";

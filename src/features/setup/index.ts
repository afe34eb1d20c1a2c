export { offerSetup } from "./service";
export { openSetupTokenFile, removeSetupToken, type SetupTokenFile } from "./token";

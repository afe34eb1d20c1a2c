export { createApiKeyAuthenticator, type ApiKeyLimits } from "./authenticate";
export { findKeyCaller } from "./find-caller";
export { revokeUserKeys } from "./service";
export { createLastUsedWriter, type LastUsedWriter } from "./last-used";

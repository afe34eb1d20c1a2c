import { API_TYPES_FILE, apiTypesOf } from "./support/api-types";
import { parseDocument } from "./support/conformance";
import { startService } from "./support/service-process";

/** `bun run generate:api`: writes the types of the API as the service documents it now. */
const service = await startService();
try {
  const document = parseDocument(await (await fetch(`${service.url}/api/openapi.json`)).json());
  await Bun.write(API_TYPES_FILE, await apiTypesOf(document));
} finally {
  await service.remove();
}

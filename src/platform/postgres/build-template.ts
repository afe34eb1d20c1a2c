import { buildTemplateCluster } from "#platform/postgres-server";

/**
 * `bun src/platform/postgres/build-template.ts <folder>`: makes the cluster that POSTGRES_TEMPLATE_DIR names, while an image is built.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error("name the folder of the template cluster, which must not exist yet");
await buildTemplateCluster(folder);

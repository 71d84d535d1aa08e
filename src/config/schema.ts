import { join } from "node:path";
import { z } from "zod";
import { addresses } from "./addresses.ts";
import { batches } from "./batches.ts";
import { callbacks } from "./callbacks.ts";
import { dialects } from "./dialects.ts";
import { email } from "./email.ts";
import { identity } from "./identity.ts";
import { jobs } from "./jobs.ts";
import { limits } from "./limits.ts";
import { live } from "./live.ts";
import { isLoopback } from "./loopback.ts";
import { models } from "./models.ts";
import { outbound } from "./outbound.ts";
import { payments } from "./payments.ts";
import { receipts } from "./receipts.ts";
import { remoteAsr } from "./remote-asr.ts";
import { remoteTts } from "./remote-tts.ts";
import { retention } from "./retention.ts";
import { site } from "./site.ts";
import { services } from "./services.ts";
import { refuse } from "./setting.ts";
import { textModel } from "./text-model.ts";
import { thisProcess } from "./this-process.ts";
import { topUps } from "./top-ups.ts";
import { tracing } from "./tracing.ts";
import { workers } from "./workers.ts";
import { wyoming } from "./wyoming.ts";

/** Every setting, by subject, in the order of the documents. */
export const subjects = z.object({
  addresses,
  thisProcess,
  tracing,
  services,
  identity,
  payments,
  topUps,
  receipts,
  email,
  site,
  models,
  workers,
  live,
  wyoming,
  remoteAsr,
  remoteTts,
  textModel,
  jobs,
  retention,
  limits,
  batches,
  outbound,
  callbacks,
  dialects,
});

/** The configuration: the subjects, and what follows from several of them. */
export const schema = subjects.transform((given, context) => {
  const {
    addresses: own,
    thisProcess: running,
    services: backing,
    identity: people,
    payments: paid,
    ...groups
  } = given;
  const reached = [own.host, own.publicUrl, people.oidcIssuer ?? "localhost"];
  if (people.sandbox && !reached.every(isLoopback)) {
    return refuse(context, "The sandbox runs on this machine only: HOST, PUBLIC_URL and OIDC_ISSUER must be loopback.");
  }
  const directory = groups.models.directory ?? join(running.dataDir, "models");
  return { ...own, ...running, ...backing, ...people, ...paid, ...groups, models: { ...groups.models, directory } };
});

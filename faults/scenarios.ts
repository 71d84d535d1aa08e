import type { Scenario } from "./scenario.ts";
import { abortedUploads } from "./scenarios/aborted-uploads.ts";
import { addresses } from "./scenarios/addresses.ts";
import { accountsDeleted } from "./scenarios/accounts-deleted.ts";
import { callbacks } from "./scenarios/callbacks.ts";
import { enginesKilled } from "./scenarios/engines-killed.ts";
import { exhaustion } from "./scenarios/exhaustion.ts";
import { failuresFree } from "./scenarios/failures-free.ts";
import { forgedWebhooks } from "./scenarios/forged-webhooks.ts";
import { hostileMedia } from "./scenarios/hostile-media.ts";
import { kokoroKilled } from "./scenarios/kokoro-killed.ts";
import { liveSessions } from "./scenarios/live-sessions.ts";
import { longSpeech } from "./scenarios/long-speech.ts";
import { longTexts } from "./scenarios/long-texts.ts";
import { noSpeech } from "./scenarios/no-speech.ts";
import { noisyNeighbour } from "./scenarios/noisy-neighbour.ts";
import { oversold } from "./scenarios/oversold.ts";
import { paymentOrders } from "./scenarios/payment-orders.ts";
import { payments } from "./scenarios/payments.ts";
import { poisonJob } from "./scenarios/poison-job.ts";
import { postgresKilled } from "./scenarios/postgres-killed.ts";
import { redisEmptied } from "./scenarios/redis-emptied.ts";
import { redisOutage } from "./scenarios/redis-outage.ts";
import { replays } from "./scenarios/replays.ts";
import { restoredBackup } from "./scenarios/restored-backup.ts";
import { revocation } from "./scenarios/revocation.ts";
import { rollingRestart } from "./scenarios/rolling-restart.ts";
import { slowClients } from "./scenarios/slow-clients.ts";
import { storeOutage } from "./scenarios/store-outage.ts";
import { streamsCut } from "./scenarios/streams-cut.ts";
import { streamsDeleted } from "./scenarios/streams-deleted.ts";
import { streamsLeft } from "./scenarios/streams-left.ts";
import { streamsReadSlowly } from "./scenarios/streams-read-slowly.ts";
import { upgrade } from "./scenarios/upgrade.ts";
import { webhookLoad } from "./scenarios/webhook-load.ts";
import { workerFrozen } from "./scenarios/worker-frozen.ts";
import { workersKilled } from "./scenarios/workers-killed.ts";

/** Every way in which the suite breaks the service; one file each. */
export const scenarios: readonly Scenario[] = [
  workersKilled,
  enginesKilled,
  kokoroKilled,
  workerFrozen,
  poisonJob,
  oversold,
  failuresFree,
  streamsCut,
  streamsLeft,
  streamsDeleted,
  streamsReadSlowly,
  liveSessions,
  replays,
  noisyNeighbour,
  longTexts,
  redisEmptied,
  redisOutage,
  postgresKilled,
  storeOutage,
  restoredBackup,
  upgrade,
  accountsDeleted,
  callbacks,
  revocation,
  payments,
  paymentOrders,
  forgedWebhooks,
  webhookLoad,
  rollingRestart,
  slowClients,
  abortedUploads,
  hostileMedia,
  addresses,
  noSpeech,
  longSpeech,
  exhaustion,
];

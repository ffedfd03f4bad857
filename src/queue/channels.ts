/** Every kind of job besides audits, in one list. */
import type { Channel, Queue } from './queue.ts'

export interface Channels {
  /** A schedule is due: an audit is to be made of it. */
  schedules: Channel<{ scheduleId: string }>
  /** An audit of a webhook has ended: it is to be told. */
  webhooks: Channel<{ auditId: string }>
  /** A batch is new, or was cancelled: a worker need not wait until it looks by itself. */
  batches: Channel<{ batchId: string }>
  /** Documents of a large audit, read by whichever worker is free. */
  bundles: Channel<{ auditId: string; bundle: number }>
}

/** @param bundleTimeoutMs how long the documents of one bundle may take together */
export async function openChannels(
  queue: Pick<Queue, 'open'>,
  { bundleTimeoutMs }: { bundleTimeoutMs: number },
): Promise<Channels> {
  return {
    schedules: await queue.open('schedule', { policy: 'exclusive', expireS: 300, retryLimit: 10, retryDelayS: 10 }),
    // The last attempt comes about two hours after the first: a receiver may be in the middle of a release.
    webhooks: await queue.open('webhook', {
      expireS: 120,
      retryLimit: 10,
      retryDelayS: 10,
      isBackoff: true,
      retryDelayLimitS: 3_600,
    }),
    batches: await queue.open('batch', { policy: 'exclusive', expireS: 60, retryLimit: 3, retryDelayS: 5 }),
    bundles: await queue.open('bundle', {
      // Sent again where nobody is sure that it was.
      policy: 'exclusive',
      expireS: Math.ceil(bundleTimeoutMs / 1000),
      retryLimit: 5,
    }),
  }
}

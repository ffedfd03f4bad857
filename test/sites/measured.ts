/** What was measured over all 24 sites: which of them have what. Names are domains without ".example". */
import type { BatchTable } from './batch-table.ts'

const names = (text: string): string[] => text.split(' ').sort()

export const MEASURED: BatchTable['sites'] = {
  read: names(
    'news-daily fruit furniture search mail edge press times broadcast blog gov rooms store beds mail-order docs ministry radio',
  ),
  absent: names('quiet-1 quiet-2 quiet-3 quiet-4'),
  blocked: names('guard-1 guard-2'),
  unreachable: [],
  outOfScope: names('news-daily furniture press times broadcast gov store beds mail-order docs'),
  hints: names('search mail gov rooms store mail-order docs ministry radio'),
  oneLastmod: names('fruit furniture edge gov store beds docs'),
  noLastmod: names('search mail rooms mail-order ministry radio'),
  nearLimit: names('furniture rooms'),
}

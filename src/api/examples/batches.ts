/** Batches, as they are asked for and answered. */
import type { Batch, BatchSummary } from '../../model/batch.ts'
import type { BatchRequest } from '../schemas/batch.ts'
import { WHOLE_OPTIONS, WHOLE_REQUEST } from './audits.ts'

const { domain: _asked, ...options } = WHOLE_REQUEST
const { domain: _shown, ...shown } = WHOLE_OPTIONS

export const BATCH_REQUEST: BatchRequest = { domains: ['blog.example', 'quiet-1.example'], options: { pages: 0 } }
export const WHOLE_BATCH_REQUEST: BatchRequest = { domains: ['blog.example', 'https://quiet-1.example/'], options }

export const BATCH_SUMMARY: BatchSummary = {
  id: '01a22e51-065a-7118-a901-e4382a25dab6',
  status: 'succeeded',
  progress: [2, 2],
  duplicates: 0,
  createdAt: '2026-11-30T21:16:31.706Z',
  finishedAt: '2026-11-30T21:16:32.347Z',
}

export const BATCH: Batch = {
  ...BATCH_SUMMARY,
  options: shown,
  totals: {
    read: 1,
    absent: 1,
    blocked: 0,
    unreachable: 0,
    skipped: 0,
    form: { index: 1 },
    partition: { type: 1 },
    outOfScope: 0,
    hints: 0,
    oneLastmod: 0,
    noLastmod: 0,
    nearLimit: 0,
    findings: { 'index-lastmod-stale': 1, 'robots-sitemap-missing': 1, 'sitemap-not-found': 1 },
  },
  audits: [
    {
      domain: 'blog.example',
      id: '01a22e51-06b6-7309-bc07-24d576f9d76e',
      verdict: 'warn',
      entries: 20,
      limits: { entries: 0.00028, bytes: 0.000073 },
    },
    {
      domain: 'quiet-1.example',
      id: '01a22e51-06c1-70bb-bda0-229cd35946c3',
      verdict: 'fail',
      entries: 0,
      limits: { entries: 0, bytes: 0 },
    },
  ],
}

/** Batches that have just been asked for have read nothing. */
export const NEW_BATCH: Batch = {
  ...BATCH,
  status: 'running',
  progress: [0, 2],
  finishedAt: null,
  totals: {
    ...BATCH.totals,
    read: 0,
    absent: 0,
    form: {},
    partition: {},
    findings: {},
  },
  audits: [],
}

export const BATCH_CSV = [
  'domain,status,verdict,state,form,partition,entries,share_of_entry_limit,share_of_byte_limit,near_limit,' +
    'out_of_scope,hints,one_lastmod,no_lastmod,rules,audit',
  'blog.example,succeeded,warn,read,index,type,20,0.00028,0.00007310867309570312,false,false,false,false,false,' +
    'index-lastmod-stale,01a22e51-06b6-7309-bc07-24d576f9d76e',
  'quiet-1.example,succeeded,fail,absent,,,,,,,,,,,robots-sitemap-missing sitemap-not-found,' +
    '01a22e51-06c1-70bb-bda0-229cd35946c3',
  '',
].join('\r\n')

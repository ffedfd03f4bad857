/** The documents of earlier audits as an audit may rely on them: what goes wrong there costs a request, never the audit. */
import type { Logger } from 'pino'
import type { EarlierDocuments } from '../audit/tools.ts'
import type { Store } from '../store/store.ts'

/** @returns null where nothing is to be asked conditionally */
export async function openEarlier(
  { earlier }: Pick<Store, 'earlier'>,
  auditId: string,
  logger: Pick<Logger, 'warn'>,
): Promise<EarlierDocuments | null> {
  async function orElse<T>(work: Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work
    } catch (error) {
      logger.warn({ err: error, audit: auditId }, 'earlier documents: the database does not answer')
      return otherwise
    }
  }

  const documents = await orElse(earlier.open(auditId), null)
  return (
    documents && {
      find: (url, circumstances) => orElse(documents.find(url, circumstances), null),
      load: (url) => orElse(documents.load(url), null),
      keep: (document, circumstances) => orElse(documents.keep(document, circumstances), undefined),
      confirm: (url) => orElse(documents.confirm(url), undefined),
    }
  )
}

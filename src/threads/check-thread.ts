/** A thread that checks documents, several at once and in turns, as the main thread would. Started by thread.ts. */
import { parentPort, type TransferListItem } from 'node:worker_threads'
import { checkDocument } from '../audit/check-document.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { FromThread, ToThread } from './messages.ts'
import { childrenBefore, packCheck } from './packed-check.ts'

const documents = new Map<number, Inbox>()

function tell(message: FromThread, moved: TransferListItem[] = []): void {
  parentPort?.postMessage(message, moved)
}

async function check({ id, context, options, windowBytes }: Extract<ToThread, { kind: 'begin' }>): Promise<void> {
  const inbox = createInbox({
    windowBytes,
    onTaken: (chunks, progress) => tell({ kind: 'taken', id, chunks, progress }),
    onStop: (chunks) => tell({ kind: 'stop', id, chunks }),
  })
  documents.set(id, inbox)
  try {
    const checked = await checkDocument(inbox.source, context, { ...options, signal: inbox.signal }, inbox.onProgress)
    for (const children of childrenBefore(checked)) {
      tell({ kind: 'children', id, children })
      await inbox.more()
    }
    const packed = packCheck(checked)
    tell({ kind: 'done', id, packed }, [packed.locs.buffer])
  } catch (error) {
    tell({ kind: 'failed', id, error: (error instanceof Error && error.stack) || String(error) })
  } finally {
    documents.delete(id)
  }
}

parentPort?.on('message', (message: ToThread) => {
  // What was sent before its end was known here concerns nobody.
  const inbox = documents.get(message.id)
  switch (message.kind) {
    case 'begin':
      void check(message)
      break
    case 'chunk':
      inbox?.push(message.chunk)
      break
    case 'end':
      inbox?.end(message.ending, message.answersStop)
      break
    case 'more':
      inbox?.onMore()
      break
    case 'cancel':
      inbox?.cancel()
      break
  }
})
tell({ kind: 'ready' })

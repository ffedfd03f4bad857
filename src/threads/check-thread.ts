/** A thread that checks documents, several at once and in turns, as the main thread would. Started by thread.ts. */
import { parentPort } from 'node:worker_threads'
import { checkDocument } from '../audit/check-document.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { FromThread, ToThread } from './messages.ts'

const documents = new Map<number, Inbox>()

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}

async function check({ id, context, options }: Extract<ToThread, { kind: 'begin' }>): Promise<void> {
  const inbox = createInbox({
    onTaken: (chunks, progress) => tell({ kind: 'taken', id, chunks, progress }),
    onStop: (chunks) => tell({ kind: 'stop', id, chunks }),
  })
  documents.set(id, inbox)
  try {
    const checked = await checkDocument(inbox.source, context, { ...options, signal: inbox.signal }, inbox.onProgress)
    tell({ kind: 'done', id, check: checked })
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
      inbox?.end(message.ending)
      break
    case 'cancel':
      inbox?.cancel()
      break
  }
})
tell({ kind: 'ready' })

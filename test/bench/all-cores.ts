/** One document checked on every core at once, as worker processes do it: how much of the cores arrives. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { DocumentFile } from './files.ts'
import { row } from './print.ts'
import { cut, SIDES } from './sides.ts'

const ROUNDS = 10
const WARM_UP_ROUNDS = 4

interface Task {
  file: string
  url: string
}

/** Prints how many documents as large come out of all cores in the time in which one comes out of one. */
export async function compareCores({ file, url }: DocumentFile): Promise<void> {
  const alone = await timeTogether(1, { file, url })
  const count = availableParallelism()
  const together = count > 1 ? await timeTogether(count, { file, url }) : alone
  row('over all cores', `x ${((alone * count) / together).toFixed(2)}`, `of one, with ${count} at work`)
}

/** @returns ms until all of them have done their rounds */
async function timeTogether(count: number, task: Task): Promise<number> {
  const workers = Array.from({ length: count }, () => new Worker(fileURLToPath(import.meta.url), { workerData: task }))
  const told = (worker: Worker) =>
    new Promise((resolve, reject) => void worker.once('message', resolve).once('error', reject))
  await Promise.all(workers.map(told))
  const start = performance.now()
  const done = Promise.all(workers.map(told))
  for (const worker of workers) worker.postMessage('go')
  await done
  const ms = performance.now() - start
  await Promise.all(workers.map((worker) => worker.terminate()))
  return ms
}

async function work({ file, url }: Task): Promise<void> {
  const bytes = readFileSync(file)
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round++) await SIDES['all rules'](cut(bytes), url)
  }
  await rounds(WARM_UP_ROUNDS)
  parentPort?.once('message', async () => {
    await rounds(ROUNDS)
    parentPort?.postMessage('done')
  })
  parentPort?.postMessage('ready')
}

if (!isMainThread) await work(workerData as Task)

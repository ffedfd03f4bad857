/**
 * The embedded database's way of asking, made quick. PGlite sends each statement in six messages and has it read and
 * planned anew every time: three quarters of what a small statement costs. Statements that come again are kept prepared
 * here, and asked with one message.
 */
import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'

/** So many statements are kept, those that were used last. */
const KEPT_STATEMENTS = 100
/** A longer text is one of many rows, and the next of its kind has another number of them. */
const KEPT_TEXT_LIMIT = 6_000
/**
 * PostgreSQL may keep to a plan that was made while a table was empty until somebody analyses that table, which nobody
 * does here. So plans are forgotten after this time.
 */
const PLAN_LIMIT_MS = 10_000

/** Others are not worth it, or must not be prepared: what ends a transaction that has failed. */
const KEPT_KIND = /^\s*(?:select|insert|update|delete|with)\b/i

interface Statement {
  name: string
  /** Of its parameters; null: it is not prepared, because it was asked once only, or failed. */
  types: number[] | null
  /** When it was prepared, by performance.now(). */
  preparedMs: number
}

/** @returns the same database. Whoever asks it has to keep others out: see the gate */
export function preparePglite(pglite: PGlite): PGlite {
  const { serialize } = protocol
  const ask = pglite.query.bind(pglite)
  /** By text, the one used last at the end. */
  const known = new Map<string, Statement>()

  /** A name that is free, or that of the statement used longest ago. */
  function takeName(): string {
    if (known.size < KEPT_STATEMENTS) return `kept ${known.size}`
    const [text, { name }] = known.entries().next().value as [string, Statement]
    known.delete(text)
    return name
  }

  // Also for a name that has nothing to close.
  const prepare = (name: string, text: string) => [
    serialize.close({ type: 'S', name }),
    serialize.parse({ name, text }),
  ]
  const send = (messages: Uint8Array[]) =>
    pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })

  async function run<T>(text: string, statement: Statement, params: unknown[]): Promise<Results<T>> {
    const { name } = statement
    const messages: Uint8Array[] = []
    const nowMs = performance.now()
    if (statement.types === null) {
      const described = await send([...prepare(name, text), serialize.describe({ type: 'S', name })])
      statement.types = parse.parseDescribeStatementResults(described)
      statement.preparedMs = nowMs
    } else if (nowMs - statement.preparedMs > PLAN_LIMIT_MS) {
      messages.push(...prepare(name, text))
    }
    const { types } = statement
    const values = params.map((param, index) => {
      if (param === null || param === undefined) return null
      const toText = pglite.serializers[types[index] as number]
      return toText ? toText(param) : String(param)
    })
    const answer = await send([
      ...messages,
      serialize.bind({ statement: name, values }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    ])
    if (messages.length > 0) statement.preparedMs = nowMs
    return parse.parseResults(answer, pglite.parsers)[0] as Results<T>
  }

  async function query<T>(text: string, params: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    const isKept = options === undefined && text.length <= KEPT_TEXT_LIMIT && KEPT_KIND.test(text)
    if (!isKept) return ask(text, params, options)
    const statement = known.get(text)
    if (!statement) {
      known.set(text, { name: takeName(), types: null, preparedMs: 0 })
      return ask(text, params)
    }
    known.delete(text)
    known.set(text, statement)
    return pglite.runExclusive(async () => {
      try {
        return await run<T>(text, statement, params)
      } catch (error) {
        // A table may have changed under it: the next time it is prepared anew.
        statement.types = null
        throw error
      }
    })
  }

  return Object.assign(pglite, { query })
}

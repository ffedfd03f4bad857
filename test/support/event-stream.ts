/** A client of server-sent events, as small as it can be. */

export interface SeenEvent {
  id: string | null
  type: string
  data: unknown
}

export interface EventClient {
  status: number
  contentType: string | null
  /** Until the stream ends. */
  events: AsyncGenerator<SeenEvent, void, void>
  /** Comments so far. */
  comments: string[]
  leave(): void
}

export async function openEvents(url: string, headers: Record<string, string> = {}): Promise<EventClient> {
  const leaving = new AbortController()
  const answer = await fetch(url, { headers, signal: leaving.signal })
  const comments: string[] = []
  return {
    status: answer.status,
    contentType: answer.headers.get('content-type'),
    events: parse(answer, comments),
    comments,
    leave: () => leaving.abort(),
  }
}

/** All events of a stream that ends. */
export async function readEvents(url: string, headers: Record<string, string> = {}): Promise<SeenEvent[]> {
  return collect((await openEvents(url, headers)).events)
}

export async function collect(events: AsyncIterable<SeenEvent>): Promise<SeenEvent[]> {
  const all: SeenEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

async function* parse(answer: Response, comments: string[]): AsyncGenerator<SeenEvent, void, void> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const
      })
      comments.push(...fields.filter(([name]) => name === '').map(([, value]) => value))
      const { id = null, event, data } = Object.fromEntries(fields)
      if (event !== undefined) yield { id, type: event, data: JSON.parse(data ?? 'null') }
    }
  }
  if (text !== '') throw new Error(`the stream ended within an event: ${text}`)
}

/** A name server of a few lines (RFC 1035): A and AAAA, by UDP, nothing to be kept by anybody. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

export type Answers = (name: string, nth: number) => string[] | undefined

export interface DnsServer {
  port: number
  /** Names asked for, lower-case, each time. */
  asked: string[]
  close(): Promise<void>
}

const TYPES: Record<number, 'ipv4' | 'ipv6'> = { 1: 'ipv4', 28: 'ipv6' }
const HEADER_BYTES = 12

/**
 * @param answers addresses of both families; undefined: there is no such name. `nth` counts the looks at a name for one
 * family, from 0
 */
export async function startDnsServer(answers: Answers, port = 0): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  const looks = new Map<string, number>()
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    const look = `${name} ${type}`
    const nth = looks.get(look) ?? 0
    looks.set(look, nth + 1)
    asked.push(name)
    const found = answers(name, nth)
    const records = (found ?? []).map((text) => ipaddr.parse(text)).filter((parsed) => parsed.kind() === TYPES[type])
    const head = Buffer.alloc(HEADER_BYTES)
    query.copy(head, 0, 0, 2)
    // An authoritative answer, recursion available; 3: no such name.
    head.writeUInt16BE(0x8580 | (found === undefined ? 3 : 0), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(records.length, 6)
    const answer = records.map((record) => {
      const data = Buffer.from(record.toByteArray())
      const fixed = Buffer.alloc(12)
      // A pointer to the question's name, the type, class IN, a TTL of 0.
      fixed.writeUInt16BE(0xc000 | HEADER_BYTES, 0)
      fixed.writeUInt16BE(type, 2)
      fixed.writeUInt16BE(1, 4)
      fixed.writeUInt16BE(data.length, 10)
      return Buffer.concat([fixed, data])
    })
    socket.send(Buffer.concat([head, query.subarray(HEADER_BYTES, end), ...answer]), port, address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    asked,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** What the operator decides about requests; plain data, made by the configuration. */
import ipaddr from 'ipaddr.js'
import type { MinimumRate } from './minimum-rate.ts'

/** One entry of CONNECT_TO; null matches any host or port, or keeps that of the URL. */
export interface ConnectTo {
  host1: string | null
  port1: number | null
  host2: string | null
  port2: number | null
}

export interface FetchSettings {
  /** Identifies us in every request. */
  userAgent: string
  /** CIDR networks that are not public and may be connected to. */
  allowNetworks: string[]
  /** The first entry that matches wins. */
  connectTo: ConnectTo[]
  /** Ports besides 80, 443 and the audited origin's own. */
  allowPorts: number[]
  /** Wall clock for one exchange, its redirects, retries and body, ms. */
  requestTimeoutMs: number
  /** Requests at once to one host. */
  hostConcurrency: number
  /** Hard stop for one decoded document, bytes. */
  maxDocumentBytes: number
  /** Wall clock for a connection with its TLS handshake, ms. Default: 10,000, never more than the whole request has. */
  connectTimeoutMs?: number
  /**
   * First pause before a retry, ms; the second is three times as long. Also the first pause between requests to a host
   * that wants fewer. Default 300.
   */
  retryDelayMs?: number
  /** Longest wait that a Retry-After may cause, over one exchange, ms. Default 10,000. */
  retryAfterLimitMs?: number
  /** What a body must bring once its headers are there. Default: MINIMUM_RATE. */
  minimumRate?: MinimumRate
  /** PEM texts of authorities trusted besides Node's own list, which NODE_EXTRA_CA_CERTS adds to. */
  extraCa?: string[]
  /** Addresses of a host name. Default: the system's resolver. Rejects with a code as dns.lookup does. */
  resolve?: (host: string) => Promise<string[]>
}

export const FETCH_DEFAULTS: FetchSettings = {
  userAgent: 'SitemapAuditor',
  allowNetworks: [],
  connectTo: [],
  allowPorts: [],
  requestTimeoutMs: 30_000,
  hostConcurrency: 4,
  maxDocumentBytes: 209_715_200,
}

/**
 * Reads the setting CONNECT_TO: comma-separated `HOST1:PORT1:HOST2:PORT2`, IPv6 addresses in brackets.
 * @throws Error with one sentence that names the entry at fault
 */
export function parseConnectTo(text: string): ConnectTo[] {
  return listOf(text).map((entry) => {
    const parts = /^(\[[^\]]*\]|[^:[\]]*):(\d*):(\[[^\]]*\]|[^:[\]]*):(\d*)$/.exec(entry)
    if (!parts) throw new Error(`"${entry}" is not of the form HOST1:PORT1:HOST2:PORT2.`)
    const [, host1 = '', port1 = '', host2 = '', port2 = ''] = parts
    return {
      host1: hostOf(host1, entry),
      port1: portOf(port1, entry),
      host2: hostOf(host2, entry),
      port2: portOf(port2, entry),
    }
  })
}

/**
 * Reads the setting ALLOW_NETWORKS: comma-separated networks in CIDR form; a bare address stands for itself alone.
 * @throws Error with one sentence that names the network at fault
 */
export function parseNetworks(text: string): string[] {
  return listOf(text).map((entry) => {
    const cidr = entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`
    const isIpv4Written = entry.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(cidr.split('/')[0] ?? '')
    if (!isIpv4Written || !ipaddr.isValidCIDR(cidr)) throw new Error(`"${entry}" is no network in CIDR form.`)
    return cidr
  })
}

/**
 * Reads the setting ALLOW_PORTS: comma-separated numbers.
 * @throws Error with one sentence that names the port at fault
 */
export function parsePorts(text: string): number[] {
  return listOf(text).map((entry) => {
    const port = /^\d+$/.test(entry) ? Number(entry) : 0
    if (port < 1 || port > 65_535) throw new Error(`"${entry}" is no port; ports are numbers from 1 to 65535.`)
    return port
  })
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Lower-case ASCII, addresses without brackets. */
function hostOf(text: string, entry: string): string | null {
  if (text === '') return null
  if (!URL.canParse(`http://${text}/`)) throw new Error(`"${text}" in "${entry}" is no host.`)
  return new URL(`http://${text}/`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function portOf(text: string, entry: string): number | null {
  if (text === '') return null
  const port = Number(text)
  if (port < 1 || port > 65_535)
    throw new Error(`"${text}" in "${entry}" is no port; ports are numbers from 1 to 65535.`)
  return port
}

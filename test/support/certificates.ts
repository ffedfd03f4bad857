/** A small certificate authority for tests, made anew at each start; EC keys, so that it costs milliseconds. */
import 'reflect-metadata'
import type { webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { Site } from './site.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY_MS = 86_400_000

export type CertificateFault = NonNullable<Site['certificate']>

/** PEM texts, as node:tls takes them. */
export interface KeyAndCertificate {
  key: string
  cert: string
}

export interface Authority {
  /** PEM of the root certificate. */
  ca: string
  /** A certificate for `host`, wrong in the way asked for. Made once for each host and fault. */
  certificateFor(host: string, fault?: CertificateFault): Promise<KeyAndCertificate>
}

interface Issuer {
  name: string
  keys: webcrypto.CryptoKeyPair
}

/** Makes an authority that nothing trusts until its `ca` is named as trusted. */
export async function createAuthority(): Promise<Authority> {
  const root: Issuer = { name: 'CN=Sitemap Auditor Test Root', keys: await makeKeys() }
  const ca = await sign(root, { ...root, days: [-1, 30], isAuthority: true })
  const made = new Map<string, Promise<KeyAndCertificate>>()

  async function make(host: string, fault: CertificateFault | undefined): Promise<KeyAndCertificate> {
    const keys = await makeKeys()
    let issuer = root
    // The intermediate is made and never sent: that is what makes the chain incomplete.
    if (fault === 'incomplete-chain') issuer = { name: 'CN=Sitemap Auditor Test Intermediate', keys: await makeKeys() }
    if (fault === 'self-signed') issuer = { name: `CN=${host}`, keys }
    const cert = await sign(issuer, {
      name: `CN=${host}`,
      keys,
      days: fault === 'expired' ? [-30, -1] : [-1, 30],
      isAuthority: false,
      host: fault === 'wrong-host' ? 'another-host.example' : host,
    })
    return { cert, key: await exportKey(keys.privateKey) }
  }

  return {
    ca,
    certificateFor(host, fault) {
      const id = `${fault ?? 'good'} ${host}`
      let certificate = made.get(id)
      if (!certificate) {
        certificate = make(host, fault)
        made.set(id, certificate)
      }
      return certificate
    },
  }
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key))
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`
}

async function sign(
  issuer: Issuer,
  subject: Issuer & { days: [from: number, to: number]; isAuthority: boolean; host?: string },
): Promise<string> {
  const now = Date.now()
  const certificate = await X509CertificateGenerator.create({
    issuer: issuer.name,
    subject: subject.name,
    notBefore: new Date(now + subject.days[0] * DAY_MS),
    notAfter: new Date(now + subject.days[1] * DAY_MS),
    publicKey: subject.keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(subject.isAuthority, undefined, true),
      ...(subject.isAuthority ? [new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true)] : []),
      ...(subject.host
        ? [new SubjectAlternativeNameExtension([{ type: isIP(subject.host) ? 'ip' : 'dns', value: subject.host }])]
        : []),
    ],
  })
  return certificate.toString('pem')
}

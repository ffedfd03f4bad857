/**
 * Request headers of an audit may hold the password of a staging site: they wait in the database only under seal,
 * AES-256-GCM with a key made from SECRET_KEY.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1.'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What was sealed cannot be opened: with another key, or it is damaged. */
export class SealError extends Error {
  readonly code = 'SEAL_BROKEN'
}

export interface Sealer {
  seal(headers: Record<string, string>): string
  /** @throws SealError */
  open(sealed: string): Record<string, string>
}

/** @param sealer null: SECRET_KEY is not set. @throws SealError */
export function openSealed(sealer: Sealer | null, sealed: string): Record<string, string> {
  if (!sealer) throw new SealError('SECRET_KEY is not set.')
  return sealer.open(sealed)
}

/** @param secret SECRET_KEY as it is given: any text that is hard to guess */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sitemap-auditor request headers', 32))
  return {
    seal(headers) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      const body = Buffer.concat([cipher.update(JSON.stringify(headers), 'utf8'), cipher.final()])
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      try {
        if (!sealed.startsWith(VERSION)) throw new Error('unknown version')
        const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
        const nonce = bytes.subarray(0, NONCE_BYTES)
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const body = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
        return JSON.parse(body.toString('utf8'))
      } catch (cause) {
        throw new SealError('The request headers of this audit cannot be read with the present SECRET_KEY.', { cause })
      }
    },
  }
}
